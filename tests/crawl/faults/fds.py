"""usage: fds.py FOLDER: too few file descriptors."""
import resource

import lives
import programs
from programs import Unexpected, expect

WEB = lives.Web(pages=800, hosts=400, ips=200)  # many servers: more could be asked at once than may be
MILLISECONDS, SECONDS = 500, 120


def few(folder):
    """with few descriptors it is slower, or says in one line that they are too few; no page pays for it"""
    expected = WEB.straight(folder)
    said = []
    with lives.Trial(folder, WEB, MILLISECONDS, SECONDS, "--timeout", "10s") as trial:
        for limit in (32, 64, 160):
            with trial.start(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))) as life:
                if limit == 160:
                    last = life.end(seconds=SECONDS)
                    trial.check(last, expected)
                    outcomes = trial.outcomes()
                    expect("outcomes of requests", set(outcomes), {"complete"})
                    said.append(f"{limit}: {last['running_s']:.0f} s, outcomes {dict(outcomes)}")
                    break
                if not life.wait_for("an end", lambda: life.pages() > 50, SECONDS):
                    if life.process.returncode != 1 or life.end(1) or life.said.count("\n") != 1:
                        raise Unexpected(f"{limit}: exit {life.process.returncode}: {life.said}")
                    said.append(f"{limit}: {life.said.strip()}")
                else:
                    life.kill()
                    said.append(f"{limit}: goes")
    print("\n".join(f"        {line}" for line in said))


if __name__ == "__main__":
    programs.main(few)
