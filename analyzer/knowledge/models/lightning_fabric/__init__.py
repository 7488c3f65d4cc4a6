"""A model of lightning_fabric: see lightning."""

from lightning import Fabric
