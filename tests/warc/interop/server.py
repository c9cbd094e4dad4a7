"""A small site on 127.0.0.1, for the recorders of others."""
import contextlib
import gzip
import http.server
import threading

import sample

PACKED = gzip.compress(sample.TEXT, mtime=0)
# path: (status, fields, body as it goes over the wire, content)
PAGES = {
    "/": (200, {"Content-Type": "text/html"}, sample.PAGE, sample.PAGE),
    "/image.png": (200, {"Content-Type": "image/png"}, sample.PNG, sample.PNG),
    "/style.css": (200, {"Content-Type": "text/css"}, sample.STYLE, sample.STYLE),
    "/packed": (200, {"Content-Type": "text/plain", "Content-Encoding": "gzip"}, PACKED, sample.TEXT),
    "/chunks": (200, {"Content-Type": "text/plain", "Transfer-Encoding": "chunked"},
                sample.chunked(sample.TEXT), sample.TEXT),
    "/moved": (302, {"Content-Type": "text/plain", "Location": "/"}, b"gone on\n", b"gone on\n"),
    "/missing": (404, {"Content-Type": "text/plain"}, b"no such page\n", b"no such page\n"),
    "/empty": (200, {"Content-Type": "text/plain"}, b"", b""),
    "/binary": (200, {"Content-Type": "application/octet-stream"}, sample.BINARY, sample.BINARY),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_GET(self):
        status, fields, body, _ = PAGES.get(self.path, PAGES["/missing"])
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        if "Transfer-Encoding" not in fields:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def site():
    """Gives its address."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
