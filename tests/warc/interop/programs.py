"""Runs programs, ours and those of others, and says what they should have done."""
import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
MEGURI = ROOT / "build/release/src/meguri"
WRITE_SAMPLE = ROOT / "build/release/tests/warc_write_sample"
VENV = pathlib.Path(sys.executable).parent
SECONDS = 30  # that a program may take


class Unexpected(Exception):
    """What was found is not what was expected; the message tells both."""


def expect(what, found, expected):
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for number, (one, other) in enumerate(zip(found, expected)):
            expect(f"{what}, {number}", one, other)
    if found != expected:
        raise Unexpected(f"{what}: found {shorten(found)}, expected {shorten(expected)}")


def shorten(value, limit=600):
    text = repr(value)
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text)} characters)"


def output(*command, code=0, **options):
    """The stdout of a program that must end with this exit code."""
    done = subprocess.run([str(word) for word in command], capture_output=True, timeout=SECONDS,
                          check=False, **options)
    if done.returncode != code:
        said = (done.stdout[-1000:] + done.stderr[-3000:]).decode(errors="replace")
        raise Unexpected(f"{' '.join(map(str, command))}: exit {done.returncode}, not {code}\n{said}")
    return done.stdout


def archive(command, *arguments, **options):
    return output(MEGURI, "archive", command, *arguments, **options)


def listed(*paths):
    return [json.loads(line) for line in archive("ls", "--json", *paths).splitlines()]


def index_lines(text):
    """(key, timestamp, fields) of each line of CDXJ."""
    lines = (line.split(" ", 2) for line in text.decode().splitlines() if not line.startswith("!"))
    return [(key, timestamp, json.loads(fields)) for key, timestamp, fields in lines]


def expect_their_index(files):
    """Our index is cdxj-indexer's, but for what pywb's indexer, whose custom is ours, leaves out."""
    found = index_lines(archive("index", *files))
    expected = index_lines(output(VENV / "cdxj-indexer", "--sort", *files))
    for _, _, fields in expected:
        if "digest" in fields:
            fields["digest"] = fields["digest"].removeprefix("sha1:")
        if fields["mime"] == "warc/revisit":
            fields.pop("status", None)
    expect(f"index of {', '.join(map(str, files))}", found, expected)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@contextlib.contextmanager
def wayback(folder):
    """pywb's server over a folder with config.yaml or collections; gives its address."""
    port = free_port()
    with open(folder / "wayback.log", "ab") as log:
        server = subprocess.Popen([VENV / "wayback", "-b", "127.0.0.1", "-p", str(port)], cwd=folder,
                                  stdout=log, stderr=log, env=os.environ | {"HOME": str(folder)})
    try:
        await_port(port, server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(SECONDS)


def await_port(port, server):
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise Unexpected(f"the server on port {port} didn't come up")


def main(*steps):
    """Runs each step with the folder that the command line names; exit 1 if one fails."""
    failed = 0
    for step in steps:
        began = time.monotonic()
        try:
            step(pathlib.Path(sys.argv[1]))
            print(f"ok      {step.__doc__} ({time.monotonic() - began:.1f} s)", flush=True)
        except (Unexpected, OSError, ValueError, LookupError, subprocess.TimeoutExpired) as trouble:
            failed += 1
            print(f"FAILED  {step.__doc__}: {type(trouble).__name__}: {trouble}", flush=True)
    sys.exit(1 if failed else 0)
