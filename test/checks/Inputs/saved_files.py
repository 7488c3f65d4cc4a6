"""Writes files as torch.save does, as far as device-tidy looks at them: saved_files.py FOLDER."""

import pathlib
import struct
import sys
import zipfile


def pickled(place):
    def text(value):
        return b"X" + struct.pack("<I", len(value)) + value.encode()

    return b"\x80\x02(" + text("storage") + b"ctorch\nFloatStorage\n" + text("0") + text(place) + b"K\x04tQ."


def save(path, place, compression=zipfile.ZIP_STORED):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", compression) as file:
        file.writestr("archive/data.pkl", pickled(place))
        file.writestr("archive/data/0", b"\0" * 16)
        file.writestr("archive/version", b"3\n")


folder = pathlib.Path(sys.argv[1])
save(folder / "data/cpu.pt", "cpu")
save(folder / "data/cuda.pt", "cuda:0")
save(folder / "data/written.pt", "cpu")
save(folder / "data/compressed.pt", "cpu", zipfile.ZIP_DEFLATED)
magic = b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19"
(folder / "data/old.pt").write_bytes(magic + b"." + pickled("cpu") + b"\0" * 16)
(folder / "data/short.pt").write_bytes((folder / "data/cpu.pt").read_bytes()[:-40])
