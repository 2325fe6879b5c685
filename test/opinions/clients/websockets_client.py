"""
The client of Python's websockets: a call and a subscription, whose results its users look for.

The client for asyncio, not the one with threads: that one reads and writes one TLS connection in two threads at once, for which OpenSSL
is not made, and about one in 400 hangs (https://github.com/python/cpython/issues/151508).
"""

import asyncio
import json
import os
import ssl

from answer_lines import answer_lines
from websockets.asyncio.client import connect

CALLS = {
    "ws": [("status", {}), ("subscribe", {"query": "tm.event='NewBlock'"})],
    "evm-ws": [("eth_getBlockByNumber", ["latest", False]), ("eth_subscribe", ["newHeads"])],
}


async def ask(kind, url, limit_s):
    trust = ssl.create_default_context(cafile=os.environ["NODE_EXTRA_CA_CERTS"])
    more = {"ssl": trust} if url.startswith("wss:") else {}
    async with connect(url, open_timeout=limit_s, close_timeout=0.1, proxy=None, **more) as socket:
        waiting = set()
        for number, (method, params) in enumerate(CALLS[kind], 1):
            await socket.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
            waiting.add(number)
        while waiting:
            answer = json.loads(await socket.recv())
            if answer.get("error") is not None:
                raise RuntimeError(str(answer["error"]))
            if answer.get("id") in waiting and answer["result"] is not None:
                waiting.remove(answer["id"])


def try_endpoint(kind, url, _chain_id, limit_s):
    asyncio.run(ask(kind, url, limit_s))


answer_lines(try_endpoint)
