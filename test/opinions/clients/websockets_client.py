"""The client of Python's websockets: a call and a subscription, whose results its users look for."""

import json
import os
import ssl

from answer_lines import LIMIT_S, answer_lines
from websockets.sync.client import connect

CALLS = {
    "ws": [("status", {}), ("subscribe", {"query": "tm.event='NewBlock'"})],
    "evm-ws": [("eth_getBlockByNumber", ["latest", False]), ("eth_subscribe", ["newHeads"])],
}


def try_endpoint(kind, url, _chain_id):
    trust = ssl.create_default_context(cafile=os.environ["NODE_EXTRA_CA_CERTS"])
    more = {"ssl": trust} if url.startswith("wss:") else {}
    with connect(url, open_timeout=LIMIT_S, close_timeout=0.1, proxy=None, **more) as socket:
        waiting = set()
        for number, (method, params) in enumerate(CALLS[kind], 1):
            socket.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
            waiting.add(number)
        while waiting:
            answer = json.loads(socket.recv(timeout=LIMIT_S))
            if answer.get("error") is not None:
                raise RuntimeError(str(answer["error"]))
            if answer.get("id") in waiting and answer["result"] is not None:
                waiting.remove(answer["id"])


answer_lines(try_endpoint)
