"""usage: resolver.py FOLDER: the name server is gone for a while."""
import socket
import threading
import time

import lives
import programs
from programs import Unexpected

WEB = lives.Web(pages=600, hosts=150, ips=60)
MILLISECONDS, SECONDS = 500, 200
# A lookup is given up after 35 seconds; with --retries 0 that would be a name's end.
MORE = ("--back-off", "2s", "--retries", "0")
SILENT, CLOSED = 8.0, 40.0


class Forwarder:
    """A name server that asks the lab's; while it is gone, its port is closed, or it says nothing."""

    def __init__(self, port):
        self.to = ("127.0.0.1", port)
        self.answers = 40  # left; then it says nothing
        self.asked = self.unheard = 0
        self.socket = self.open(0)
        self.address = self.socket.getsockname()

    def open(self, port):
        opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        opened.bind(("127.0.0.1", port))
        opened.settimeout(0.1)
        threading.Thread(target=self.serve, args=(opened,), daemon=True).start()
        return opened

    def serve(self, server):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as lab:
            lab.connect(self.to)
            lab.settimeout(5)
            while True:
                try:
                    query, client = server.recvfrom(4096)
                    self.asked += 1
                    if not self.answers:
                        self.unheard += 1
                        continue
                    self.answers -= 1
                    lab.send(query)
                    server.sendto(lab.recv(4096), client)
                except OSError:
                    if server.fileno() < 0:
                        return

    def close(self):
        """The port is free once the thread has looked, which it does often."""
        self.socket.close()

    def open_again(self):
        self.socket = self.open(self.address[1])


def gone(folder):
    """names that nobody answers are asked again; once the name server is back, all pages come"""
    expected = WEB.straight(folder)
    with lives.Trial(folder, WEB, MILLISECONDS, SECONDS, *MORE) as trial:
        forwarder = Forwarder(int(trial.lab.reach["dns"].rsplit(":", 1)[1]))
        command = trial.crawl.command
        command[command.index("--resolver") + 1] = f"127.0.0.1:{forwarder.address[1]}"
        with trial.start() as life:
            await_silence(forwarder, life)
            time.sleep(SILENT)
            forwarder.answers = 80
            await_silence(forwarder, life)
            forwarder.close()
            time.sleep(CLOSED)
            forwarder.answers = 1_000_000
            forwarder.open_again()
            last = life.end(seconds=SECONDS)
        forwarder.close()
        trial.check(last, expected)
    print(f"        {len(expected)} URLs; {forwarder.asked} queries, {forwarder.unheard} of them unheard")


def await_silence(forwarder, life):
    """Until it has given all its answers, and is asked for more."""
    before = forwarder.unheard
    if not life.wait_for("a query that nobody hears", lambda: not forwarder.answers and forwarder.unheard > before, 30):
        raise Unexpected(f"it ended before: {life.said}")


if __name__ == "__main__":
    programs.main(gone)
