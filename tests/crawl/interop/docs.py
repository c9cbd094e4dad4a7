"""usage: docs.py FOLDER [long]: documentation that others wrote, on nginx; crawled by Meguri and by wget2."""
import collections
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys

import crawls
import differences
import programs
from programs import Unexpected, expect

PACKAGES = programs.ROOT / "build/docs-packages"
# The site's name, the package, and what of it is served.
SITES = (
    ("python.docs.test", "python3.11-doc", "usr/share/doc/python3.11/html"),
    ("postgresql.docs.test", "postgresql-doc-15", "usr/share/doc/postgresql-doc-15/html"),
    ("java.docs.test", "openjdk-17-doc", "usr/share/doc/openjdk-17-jre-headless"),
    ("cmake.docs.test", "cmake-doc", "usr/share/doc/cmake-data/html"),
    ("sqlite.docs.test", "sqlite3-doc", "usr/share/doc/sqlite3"),
)
LONG = sys.argv[2:] == ["long"]
# Half of the largest site: who uses a class. Left out unless there is time, by both.
LEFT_OUT = None if LONG else "/class-use/"
SECONDS = 1200 if LONG else 300
NGINX = """\
user {user};
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  include /etc/nginx/mime.types;
  log_format tabs '$http_user_agent\\t$host\\t$request_uri\\t$status\\t$sent_http_content_type';
  access_log {folder}/access.log tabs;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  keepalive_requests 1000000;
{servers}}}
"""
SERVER = "  server {{ listen {address}:{port}; server_name {host}; root {root}; }}\n"


class Sites:
    """nginx and dnsmasq, and what nginx saw."""

    def __init__(self, folder):
        self.folder = folder
        self.port = programs.free_port()
        self.dns_port = programs.free_port()
        self.hosts = {site[0]: f"127.0.1.{number}" for number, site in enumerate(SITES, 1)}

    @contextlib.contextmanager
    def up(self):
        servers = "".join(
            SERVER.format(address=self.hosts[host], port=self.port, host=host, root=PACKAGES / package / root)
            for host, package, root in SITES)
        config = self.folder / "nginx.conf"
        config.write_text(NGINX.format(user=subprocess.getoutput("id -un"), folder=self.folder, servers=servers))
        names = self.folder / "hosts"
        names.write_text("".join(f"{address} {host}\n" for host, address in self.hosts.items()))
        with contextlib.ExitStack() as stack:
            stack.enter_context(server("nginx", "-c", config, "-e", self.folder / "error.log"))
            stack.enter_context(server(
                "dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--no-resolv", "--no-hosts",
                f"--addn-hosts={names}", f"--port={self.dns_port}", "--listen-address=127.0.0.1",
                "--bind-interfaces", f"--user={subprocess.getoutput('id -un')}", "--pid-file=",
                "--log-queries", f"--log-facility={self.folder}/dns.log"))
            for address in self.hosts.values():
                await_answer(address, self.port)
            yield self

    def seeds(self):
        return [f"http://{host}:{self.port}/" for host in self.hosts]

    def roots(self):
        """The folder of each origin."""
        return {f"http://{host}:{self.port}": PACKAGES / package / root for host, package, root in SITES}

    def seen(self, agent):
        """What nginx answered to it: {URL: (status, type)}, and how often each URL was asked for."""
        found, times = {}, collections.Counter()
        with open(self.folder / "access.log", encoding="utf-8") as lines:
            for line in lines:
                who, host, path, status, kind = line.rstrip("\n").split("\t")
                if agent in who:
                    url = f"http://{host}:{self.port}{path}"
                    found[url] = int(status), kind
                    times[url] += 1
        return found, times


@contextlib.contextmanager
def server(*command):
    process = subprocess.Popen(list(map(str, command)), stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(programs.SECONDS)


def await_answer(address, port):
    done = subprocess.run(["curl", "-sS", "-o", "/dev/null", "--retry", "50", "--retry-connrefused", "--retry-delay",
                           "1", "--max-time", "20", "-A", "is it up?", f"http://{address}:{port}/"], check=False)
    if done.returncode != 0:
        raise Unexpected(f"nginx doesn't answer on {address}:{port}")


def have_packages():
    """Unpacks what is missing of the packages; gives why it can't be had."""
    for program in ("nginx", "dnsmasq", "wget2"):
        if not shutil.which(program):
            return f"{program} can't be had here"
    for _, package, root in SITES:
        if (PACKAGES / package / root).is_dir():
            continue
        new = PACKAGES / f"{package}.new"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        got = subprocess.run(["apt-get", "download", "-q", package], cwd=new, capture_output=True, timeout=200)
        if got.returncode != 0:
            return f"Debian's {package} can't be had here"
        for archive in new.glob("*.deb"):
            programs.output("dpkg-deb", "-x", archive, new)
            archive.unlink()
        new.rename(PACKAGES / package)
    return None


class Done:
    """What the steps have of the ones before."""
    sites = None
    crawl = None


def crawled(folder):
    """what is archived is what nginx was asked for, each once, and no name outside of the scope"""
    sites = Done.sites
    Done.crawl = crawl = crawls.Crawl(
        folder / "docs-crawl", *sites.seeds(), "--interval", "0", "--allow-address", "127.0.0.0/8", "--scope",
        "host", "--no-requisites", "--resolver", f"127.0.0.1:{sites.dns_port}",
        *(["--exclude", f"regex:{LEFT_OUT}"] if LEFT_OUT else []), seconds=SECONDS)
    crawl.run()
    seen, times = sites.seen("meguri")
    archived = collections.Counter(record["url"] for record in crawl.responses())
    expect("URLs in the archive", sorted(archived.items()), sorted(times.items()))
    expect("URLs asked for more than once", [url for url, count in times.items() if count > 1], [])
    expect("statuses", sorted((record["url"], record["status"]) for record in crawl.responses()),
           sorted((url, status) for url, (status, _) in seen.items()))
    expect("URLs that are left out", [url for url in seen if LEFT_OUT and LEFT_OUT in url], [])
    asked = {line.split("] ")[1].split()[0] for line in (sites.folder / "dns.log").read_text().splitlines()
             if "query[" in line}
    expect("names asked for", asked, set(sites.hosts))
    programs.output(programs.MEGURI, "audit", crawl.folder)
    programs.output(programs.MEGURI, "archive", "check", crawl.folder / "archive")
    by_status = collections.Counter(status for status, _ in seen.values())
    print(f"        {len(seen)} URLs, by status {dict(by_status)}")


def by_wget2(folder):
    """wget2 finds the same URLs, but for differences that have a rule"""
    sites = Done.sites
    # It doesn't follow <meta http-equiv=refresh>, which is all that is on this site's first page.
    more = [f"http://java.docs.test:{sites.port}/api/index.html"]
    env = dict(os.environ, HOME=str(folder), LD_PRELOAD="libnss_wrapper.so",
               NSS_WRAPPER_HOSTS=str(sites.folder / "hosts"))
    subprocess.run(["wget2", "-q", "--recursive", "--level=inf", "--page-requisites", "--tries=1", "--max-threads=2",
                    "--user-agent=wget2", "--no-hsts",
                    *([f"--reject-regex={LEFT_OUT}", "--filter-urls"] if LEFT_OUT else []),
                    f"--directory-prefix={folder}/wget2", *sites.seeds(), *more],
                   env=env, timeout=SECONDS, check=False, capture_output=True)  # a 404 is an exit code, too
    ours, _ = sites.seen("meguri")
    theirs, times = sites.seen("wget2")
    print(f"        wget2: {len(theirs)} URLs in {sum(times.values())} requests")
    for rule, count in differences.explain(ours, theirs, sites.roots()):
        print(f"        {count} {rule}")


if __name__ == "__main__":
    missing = have_packages()
    if missing:
        print(missing)
        sys.exit(77)
    served = pathlib.Path(sys.argv[1], "sites")
    served.mkdir()
    with Sites(served).up() as Done.sites:
        programs.main(crawled, by_wget2)
