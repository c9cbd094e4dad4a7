"""A Chromium that a test drives, by the DevTools protocol over a pipe: no port, no library."""
import base64
import fcntl
import json
import os
import select
import subprocess
import time

OPTIONS = """--headless --no-sandbox --disable-gpu --no-first-run --disable-extensions
--disable-background-networking --disable-component-update --disable-sync --disable-default-apps
--disable-dev-shm-usage --no-proxy-server --hide-scrollbars --remote-debugging-pipe""".split()
NO_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND"
SECONDS = 30  # that an answer may take


class Unexpected(Exception):
    """What was found is not what was expected; the message tells both."""


def expect(what, found, expected):
    if found != expected:
        raise Unexpected(f"{what}: found {found!r}, expected {expected!r}")


def expect_true(what, found):
    if not found:
        raise Unexpected(f"{what}: found {found!r}")


class Browser:
    """Chromium as a process of its own; `with` ends it."""

    def __init__(self, profile, downloads):
        high = lambda fd: (fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10), os.close(fd))[0]
        their_in, self.out = map(high, os.pipe())
        self.into, their_out = map(high, os.pipe())

        def place():  # where Chromium looks for its pipes
            os.dup2(their_in, 3)
            os.dup2(their_out, 4)

        with open(f"{profile}.log", "wb") as log:
            self.process = subprocess.Popen(
                ["chromium", *OPTIONS, NO_NETWORK, f"--user-data-dir={profile}", "about:blank"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=place, pass_fds=(3, 4))
        os.close(their_in)
        os.close(their_out)
        self.buffer = b""
        self.last_id = 0
        self.events = []
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except (Unexpected, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.into)
        os.close(self.out)

    def message(self, deadline):
        while b"\0" not in self.buffer:
            if not select.select([self.into], [], [], max(0, deadline - time.monotonic()))[0]:
                raise Unexpected(f"Chromium did not answer within {SECONDS} s")
            more = os.read(self.into, 1 << 16)
            if not more:
                raise Unexpected("Chromium ended")
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, session=None, **parameters):
        self.last_id += 1
        request = {"id": self.last_id, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        text = json.dumps(request).encode() + b"\0"
        while text:
            text = text[os.write(self.out, text):]
        deadline = time.monotonic() + SECONDS
        while True:
            answer = self.message(deadline)
            if answer.get("id") != self.last_id:
                self.events.append(answer)
            elif "error" in answer:
                raise Unexpected(f"{method}: {answer['error']}")
            else:
                return answer["result"]


class Page:
    """A tab with a page in it, at a width, in light or dark, with or without JavaScript."""

    def __init__(self, browser, url, width=1280, height=900, dark=False, script=True, touch=False):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Emulation.setScriptExecutionDisabled", value=not script)
        self.call("Page.navigate", url=url)
        self.wait_for("document.readyState === 'complete'")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.call("Target.closeTarget", targetId=self.target)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def run(self, expression):
        """The value of a JavaScript expression, or of what it promises."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise Unexpected(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait_for(self, expression):
        deadline = time.monotonic() + SECONDS
        while not self.run(expression):
            if time.monotonic() > deadline:
                raise Unexpected(f"never true: {expression}")
            time.sleep(0.02)

    def settle(self):
        """Until what changed is on the screen."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def mouse(self, kind, x, y, button="none", clicks=0, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button,
                  buttons=1 if button == "left" and kind != "mouseReleased" else 0, clickCount=clicks, **more)

    def move(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.settle()

    def click(self, x, y, times=1):
        self.move(x, y)
        for count in range(1, times + 1):
            self.mouse("mousePressed", x, y, "left", count)
            self.mouse("mouseReleased", x, y, "left", count)
        self.settle()

    def drag(self, start, end):
        self.move(*start)
        self.mouse("mousePressed", *start, "left", 1)
        for step in range(1, 6):
            place = [a + (b - a) * step / 5 for a, b in zip(start, end)]
            self.mouse("mouseMoved", *place, "left")
        self.mouse("mouseReleased", *end, "left", 1)
        self.settle()

    def key(self, key, modifiers=0):
        code = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9,
                "Escape": 27, "Home": 36, "End": 35, "Enter": 13}.get(key, ord(key[0]))
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                      modifiers=modifiers, **(text if kind == "keyDown" else {}))
        self.settle()

    def screenshot(self, path, whole=True):
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(picture["data"]))

    def complaints(self):
        """What the console says, and what was asked of a network."""
        said = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            parameters = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                said.append(parameters["exceptionDetails"].get("exception", parameters)["description"])
            elif event["method"] == "Runtime.consoleAPICalled":
                said.append(" ".join(str(a.get("value", a.get("description"))) for a in parameters["args"]))
            elif event["method"] == "Log.entryAdded":
                said.append(parameters["entry"]["text"])
            elif event["method"] == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith(("file:", "data:", "blob:")):
                    said.append(f"asked for {url}")
        return said
