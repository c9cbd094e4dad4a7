"""A lab for programs of others, and of ours."""
import json
import pathlib
import subprocess

PROGRAM = "build/release/src/meguri"


def run(*command, env=None, timeout=120):
    done = subprocess.run(command, capture_output=True, env=env, timeout=timeout)
    if done.returncode != 0:
        said = (done.stderr or done.stdout)[-500:].decode(errors="replace")
        raise AssertionError(f"{' '.join(command)[:200]}: exit {done.returncode}: {said}")
    return done.stdout


class Lab:
    """`meguri lab` on free ports, until the end of the with block."""

    def __init__(self, folder, *flags, seconds=300):
        self.folder = pathlib.Path(folder)
        command = [PROGRAM, "lab", "--http-port", "0", "--https-port", "0", "--dns-port", "0", "--json",
                   "--for", f"{seconds}s", "--dir", str(folder), *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.reach = json.loads(self.process.stdout.readline())
        self.proxy = self.reach["proxy"]
        self.ca = self.reach["ca"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)

    def get(self, url, *flags):
        """The body, by curl, through the proxy."""
        return run("curl", "-sSf", "-L", "-x", self.proxy, "--cacert", self.ca, *flags, url)
