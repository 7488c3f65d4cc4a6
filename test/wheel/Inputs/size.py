"""Prints the size of a wheel, and of what is in it when it is installed."""

import pathlib
import sys
import zipfile

LIMIT = 60

wheel = pathlib.Path(sys.argv[1])
packed = wheel.stat().st_size / 1e6
unpacked = sum(each.file_size for each in zipfile.ZipFile(wheel).infolist()) / 1e6
print(f"{wheel.name}: {packed:.1f} MB, installed {unpacked:.1f} MB, {'under' if packed < LIMIT else 'over'} {LIMIT} MB")
