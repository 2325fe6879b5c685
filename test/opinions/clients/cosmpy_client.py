"""The REST client of Fetch.ai's cosmpy, which decodes each answer as its protobuf message."""

from answer_lines import answer_lines
from cosmpy.common.rest_client import RestClient
from cosmpy.protos.cosmos.base.tendermint.v1beta1.query_pb2 import GetLatestBlockRequest, GetNodeInfoRequest
from cosmpy.tendermint.rest_client import CosmosBaseTendermintRestClient


def try_endpoint(_kind, url, chain_id, _limit_s):
    client = CosmosBaseTendermintRestClient(RestClient(url.rstrip("/")))
    network = client.GetNodeInfo(GetNodeInfoRequest()).default_node_info.network
    if network == "":
        raise RuntimeError("no chain id")
    if chain_id is not None and network != chain_id:
        raise RuntimeError(f"the chain is {network}")
    client.GetLatestBlock(GetLatestBlockRequest())


answer_lines(try_endpoint)
