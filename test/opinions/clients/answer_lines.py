"""Tries the endpoint of each line of standard input, and prints what came of it."""

import json
import re
import sys
import threading


def describe(error):
    """The class of an error, and how its message begins."""
    message = re.sub(r"(localhost|127\.0\.0\.1|::1)(.{0,12}?[:=,] ?)\d+", r"\1\2PORT", str(error).split("\n")[0])
    return f"{type(error).__name__}: {re.sub('0x[0-9a-f]{6,}', '0x…', message)[:100]}"


def answer_lines(try_endpoint):
    """Calls try_endpoint(kind, url, chain_id, limit_s), all at once; it raises where a user of the client gets no answer."""
    lock = threading.Lock()

    def answer(question):
        limit_s = question["limitMs"] / 1000
        outcome = ["TimeoutError: no answer"]

        def run():
            try:
                try_endpoint(question["kind"], question["url"], question["chainId"], limit_s)
                outcome[0] = "ok"
            except Exception as error:
                outcome[0] = describe(error)

        # Some clients have no limit of their own: such a thread ends with the program.
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(limit_s)
        with lock:
            print(json.dumps({"id": question["id"], "outcome": outcome[0]}), flush=True)

    threads = []
    for line in sys.stdin:
        thread = threading.Thread(target=answer, args=[json.loads(line)])
        thread.start()
        threads.append(thread)
    for thread in threads:
        thread.join()
