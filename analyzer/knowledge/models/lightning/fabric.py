"""A model of lightning.fabric: see lightning."""

from lightning import Fabric
