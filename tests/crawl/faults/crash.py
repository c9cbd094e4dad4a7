"""What a crash of the machine leaves of a folder: as synced_sizes.c saw it, and less of the rest."""
import os
import pathlib


class Disk:
    """A folder, and the file in which the processes that write to it note what they have synced."""

    def __init__(self, folder, notes):
        self.folder = pathlib.Path(folder)
        self.notes = pathlib.Path(notes)

    def crash(self, chance):
        """Cuts each file somewhere between what was synced and its end; one whose name was not synced may
        be gone. Gives (files cut, bytes cut, files gone). No process may be writing."""
        synced, made = self.read_notes()
        cut = lost = gone = 0
        for folder, _, names in os.walk(self.folder):
            names_synced = synced.get(key(os.stat(folder)), (-1, 0))[0]
            for name in sorted(names):
                path = os.path.join(folder, name)
                found = os.stat(path)
                if made.get(key(found), -1) > names_synced and chance.random() < 0.5:
                    os.unlink(path)
                    gone += 1
                    continue
                safe = min(synced.get(key(found), (-1, 0))[1], found.st_size)
                end = chance.randint(safe, found.st_size)
                if end < found.st_size:
                    os.truncate(path, end)
                    cut += 1
                    lost += found.st_size - end
        self.note_all()
        return cut, lost, gone

    def read_notes(self):
        """{file: (line of its last sync, size that is safe)}, {file: line at which it was made}"""
        synced, made = {}, {}
        with open(self.notes, encoding="ascii") as lines:
            for number, line in enumerate(lines):
                what, device, inode, size = line.split()
                file, size = (int(device), int(inode)), int(size)
                if what == "S":
                    synced[file] = number, size
                elif what == "M":
                    made[file] = number
                    synced[file] = -1, 0
                elif what == "C" and file in synced:
                    synced[file] = synced[file][0], min(synced[file][1], size)
        return synced, made

    def note_all(self):
        """What is there after a crash came from the disk."""
        with open(self.notes, "a", encoding="ascii") as notes:
            for folder, _, names in os.walk(self.folder):
                for path in (folder, *(os.path.join(folder, name) for name in names)):
                    found = os.stat(path)
                    print("S", *key(found), found.st_size, file=notes)


def key(found):
    return found.st_dev, found.st_ino
