// Compiled by ajv from schemas/report.schema.json: npm run generate
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"endpoint-check report","description":"The result of a run. Every field is always present, null if unknown. Arrays are sorted by file, then position.","type":"object","additionalProperties":false,"required":["version","tool","startedAt","durationMs","interrupted","scope","changes","removed","summary","files","endpoints","findings"],"properties":{"version":{"const":1,"description":"Version of this format."},"tool":{"type":"object","additionalProperties":false,"required":["name","version"],"properties":{"name":{"const":"endpoint-check"},"version":{"type":"string"}}},"startedAt":{"type":"string","pattern":"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$","description":"When the run started: ISO 8601, UTC."},"durationMs":{"type":"number","minimum":0,"maximum":1000000000000,"description":"From the start of reading to the end of the last probe, in milliseconds."},"interrupted":{"type":"boolean","description":"True if the run was interrupted: endpoints that were not checked by then are skipped."},"scope":{"type":"object","additionalProperties":false,"required":["network","only","since","shard"],"properties":{"network":{"type":"boolean","description":"False with --no-network: nothing was probed."},"only":{"type":["array","null"],"items":{"type":"string"},"description":"The kinds that were probed (--only); null for all."},"since":{"type":["string","null"],"description":"The git ref that the registry was compared with (--since), or the file of plain entries (--baseline); null without one."},"shard":{"type":["string","null"],"pattern":"^[0-9]+/[0-9]+$","description":"The part that was checked (--shard), such as 2/8; null for the whole."}},"description":"Which part of the registry was checked, and how."},"changes":{"type":["object","null"],"additionalProperties":false,"required":["added","changed","moved","removed","unchanged","filesNotRead"],"properties":{"added":{"type":"integer","minimum":0},"changed":{"type":"integer","minimum":0,"description":"Entries of which the spelling of the url, the provider, a claim or the status of the chain changed."},"moved":{"type":"integer","minimum":0,"description":"Entries that were in another file: neither added nor removed."},"removed":{"type":"integer","minimum":0},"unchanged":{"type":"integer","minimum":0},"filesNotRead":{"type":"integer","minimum":0,"description":"Added, renamed and edited files that are not part of the registry."}},"description":"How the registry differs from what it was compared with; null without a comparison. added, changed, moved and unchanged add up to the entries that there are."},"removed":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["file","line","chain","kind","provider","url","movedTo"],"properties":{"file":{"type":"string"},"line":{"type":"integer","minimum":1,"description":"Before the change."},"chain":{"type":["string","null"]},"kind":{"type":"string"},"provider":{"type":["string","null"]},"url":{"type":["string","null"]},"movedTo":{"type":["string","null"],"description":"The file in which the entry is now; null if it is in none."}}},"description":"Entries that are no longer where they were."},"summary":{"type":"object","additionalProperties":false,"required":["files","endpoints","passed","failed","invalid","inconclusive","skipped","errors","warnings","notices"],"properties":{"files":{"type":"integer","minimum":0},"endpoints":{"type":"integer","minimum":0},"passed":{"type":"integer","minimum":0},"failed":{"type":"integer","minimum":0},"invalid":{"type":"integer","minimum":0},"inconclusive":{"type":"integer","minimum":0},"skipped":{"type":"integer","minimum":0},"errors":{"type":"integer","minimum":0},"warnings":{"type":"integer","minimum":0},"notices":{"type":"integer","minimum":0}},"description":"Counts of the files, of the endpoints by verdict, and of the findings by severity."},"files":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["path","chain","format"],"properties":{"path":{"type":"string","description":"Relative to the registry, with forward slashes."},"chain":{"type":["string","null"],"description":"The chain that the file is about, as its place names it; null if unknown."},"format":{"type":["string","null"],"description":"The name of the registry's format; null if no format fits."}}},"description":"The files that were read, also those that could not be parsed."},"endpoints":{"type":"array","items":{"$ref":"#/definitions/endpoint"}},"findings":{"type":"array","items":{"$ref":"#/definitions/finding"}}},"definitions":{"history":{"type":"object","additionalProperties":false,"required":["chains","firstSeen","lastSeen","lastRun","lastPass","streak","structural","days","latencyMs","uptime30d"],"properties":{"chains":{"type":"array","items":{"type":"string"},"description":"The chains that list it, the first eight."},"firstSeen":{"$ref":"#/definitions/moment","description":"The first run that probed it."},"lastSeen":{"$ref":"#/definitions/moment","description":"The last run that listed it."},"lastRun":{"$ref":"#/definitions/moment","description":"The last run that probed it."},"lastPass":{"$ref":"#/definitions/time","description":"The last run in which it was up; null if it never was."},"streak":{"type":"object","additionalProperties":false,"required":["verdict","runs","since","rules"],"properties":{"verdict":{"enum":["pass","fail","inconclusive"]},"runs":{"type":"integer","minimum":1},"since":{"$ref":"#/definitions/moment"},"rules":{"type":"array","items":{"type":"string"}}},"description":"The runs in a row with one verdict; those that proved nothing neither extend nor end them."},"structural":{"anyOf":[{"type":"null"},{"type":"object","additionalProperties":false,"required":["runs","since"],"properties":{"runs":{"type":"integer","minimum":1},"since":{"$ref":"#/definitions/moment"}}}],"description":"The runs in a row in which nothing could be reached at its address; null for none."},"days":{"type":"string","pattern":"^[.PFMI]{1,90}$","description":"A character a day (UTC), that of lastRun last: . no run, P up, F down, M mixed, I inconclusive."},"latencyMs":{"type":["number","null"],"minimum":0,"description":"How long the last probe took in which it was up."},"uptime30d":{"type":["number","null"],"minimum":0,"maximum":1,"description":"The share of the last 30 days with a result on which it was up, a mixed day as half; null if no day has a result."}}},"endpoint":{"type":"object","description":"One endpoint that a file lists, or that the command line names.","additionalProperties":false,"required":["file","chain","chainStatus","kind","pointer","line","column","provider","url","verdict","skipReason","attempts","durationMs","claim","facts","history"],"properties":{"file":{"type":["string","null"],"description":"Relative to the registry; null for an endpoint of the command line."},"chain":{"type":["string","null"],"description":"The chain whose file lists it; null if unknown."},"chainStatus":{"enum":["live","killed","upcoming"],"description":"Of its chain. killed: it has ended, so its endpoints are skipped. upcoming: it may not have begun, so that what fails on the network is a notice. live: all others."},"kind":{"enum":["grpc","evm","rpc","rest","grpc-web","ws","evm-ws","solana","peer","query"],"description":"The kind of endpoint; query for a call of the query API's smoke test."},"pointer":{"$ref":"#/definitions/pointer"},"line":{"type":["integer","null"],"minimum":1,"description":"Where the entry begins, 1-based."},"column":{"type":["integer","null"],"minimum":1,"description":"Where the entry begins, 1-based, in UTF-16 code units."},"provider":{"type":["string","null"],"description":"Who runs it, as the file writes it."},"url":{"type":["string","null"],"description":"As the file writes it, but each key or password is masked; a tag after a masked key tells two urls apart that differ in it."},"verdict":{"enum":["pass","ok","fail","invalid","inconclusive","skipped"],"description":"pass: every required check succeeded. ok: a route of a query service answers as it must (smoke). fail: it was probed and is wrong. invalid: the entry is malformed, so it was not probed. inconclusive: could not be judged from this machine. skipped: not probed by choice."},"skipReason":{"type":["string","null"],"description":"Why it was not probed, whatever the options: its chain has ended, it is excluded, its url is a template. Null for all others."},"attempts":{"type":"integer","minimum":0,"description":"Number of attempts to probe it; 0 if it was not probed."},"durationMs":{"type":"number","minimum":0,"description":"From the first attempt to the verdict, waits included, in milliseconds."},"claim":{"description":"The chain id that the file or the command line claims for it; null if none is claimed.","type":["object","null"],"additionalProperties":false,"required":["chainId","field","derived"],"properties":{"chainId":{"type":"string"},"field":{"type":"string","description":"The field of the file, or the option, that claims it."},"derived":{"type":"boolean","description":"True if the id is derived from another one, as 2222 from kava_2222-10."}}},"facts":{"type":"object","description":"What the endpoint reported about itself; every field of its kind, null if unknown."},"history":{"anyOf":[{"type":"null"},{"$ref":"#/definitions/history"}],"description":"What earlier runs and this one saw of it; null without a history file, and for an endpoint that was never probed."}},"allOf":[{"if":{"properties":{"kind":{"const":"grpc"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/grpcFacts"}}}},{"if":{"properties":{"kind":{"const":"evm"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/evmFacts"}}}},{"if":{"properties":{"kind":{"const":"rpc"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/rpcFacts"}}}},{"if":{"properties":{"kind":{"const":"rest"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/restFacts"}}}},{"if":{"properties":{"kind":{"const":"grpc-web"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/grpcWebFacts"}}}},{"if":{"properties":{"kind":{"const":"ws"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/wsFacts"}}}},{"if":{"properties":{"kind":{"const":"evm-ws"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/evmWsFacts"}}}},{"if":{"properties":{"kind":{"const":"solana"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/solanaFacts"}}}},{"if":{"properties":{"kind":{"const":"peer"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/peerFacts"}}}},{"if":{"properties":{"kind":{"const":"query"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/queryFacts"}}}},{"if":{"properties":{"verdict":{"const":"invalid"}}},"then":{"properties":{"attempts":{"const":0}}}},{"if":{"properties":{"verdict":{"enum":["pass","ok","fail","inconclusive"]}}},"then":{"properties":{"attempts":{"type":"integer","minimum":1}}}}]},"finding":{"type":"object","description":"One problem that the run reports. Lines and columns are 1-based, columns in UTF-16 code units. Its strings can hold untrusted text: escape them.","additionalProperties":false,"required":["rule","severity","message","hint","fix","file","pointer","line","column","endLine","endColumn","endpoint","baselineState","data"],"properties":{"rule":{"type":"string","pattern":"^(file|list|entry|chain|change|net|tls|http|grpc|evm|rpc|rest|grpc-web|ws|evm-ws|solana|peer|query)/[a-z0-9]+(-[a-z0-9]+)*$","description":"Which rule reports it: family/what-is-wrong; docs/rules.md explains each."},"severity":{"enum":["error","warning","notice"],"description":"The severity of the finding."},"message":{"type":"string","pattern":"\\S","description":"What is wrong."},"hint":{"type":"string","pattern":"\\S","description":"How to fix it, as an imperative."},"fix":{"description":"The edits that fix it, all to the original decoded text of its file; null if none is known.","type":["object","null"],"additionalProperties":false,"required":["edits"],"properties":{"encoding":{"const":"utf-8","description":"Save the text as it is in this encoding; then there are no edits. Absent if the file is UTF-8 already."},"edits":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["offset","length","text"],"properties":{"offset":{"type":"integer","minimum":0,"description":"In UTF-16 code units, from 0."},"length":{"type":"integer","minimum":0,"description":"In UTF-16 code units; 0 inserts."},"text":{"type":"string","description":"The replacement."}},"description":"Replaces length UTF-16 code units from offset."}}}},"file":{"type":["string","null"],"description":"Relative to the registry; null if it is about no file."},"pointer":{"$ref":"#/definitions/pointer"},"line":{"type":["integer","null"],"minimum":1},"column":{"type":["integer","null"],"minimum":1},"endLine":{"type":["integer","null"],"minimum":1},"endColumn":{"type":["integer","null"],"minimum":1,"description":"Exclusive: the column after the last character."},"endpoint":{"type":["integer","null"],"minimum":0,"description":"Index into endpoints; null if it is about none."},"baselineState":{"enum":["new","unchanged",null],"description":"Whether it was there before the ref of scope.since, as in SARIF 2.1.0 section 3.27.24; null without a ref."},"data":{"type":"object","description":"The data of the message; its fields depend on the rule."}}},"grpcFacts":{"type":"object","description":"What a gRPC endpoint reported about itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","otherChainId","transport","reflection","services","moniker","sdkVersion","appVersion","txIndex","lowestBlock","lowestState","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"transport":{"enum":["tls","plaintext",null],"description":"Whether the connection was encrypted."},"reflection":{"enum":["v1","v1alpha",null],"description":"The version of the reflection service that answered."},"services":{"type":["array","null"],"items":{"type":"string"},"description":"The services that reflection lists, the first 500."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"sdkVersion":{"type":["string","null"],"description":"The version of the Cosmos SDK."},"appVersion":{"type":["string","null"],"description":"The version of the chain's program."},"txIndex":{"$ref":"#/definitions/capability","description":"Whether it has an index of transactions: as it says, and with --capabilities as it answers a search."},"lowestBlock":{"type":["integer","null"],"minimum":1,"description":"The lowest block that it has. Null unless --capabilities asked for it, and if it is not known."},"lowestState":{"type":["integer","null"],"minimum":1,"description":"The lowest block whose state it has, as it reports (earliest_store_height). Null unless --capabilities asked for it, and if it is not known."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}},"evmFacts":{"type":"object","description":"What an EVM endpoint reported about itself.","additionalProperties":false,"required":["address","chainId","otherChainId","httpStatus","logs","batch","finalized","safe","debug","trace","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"$ref":"#/definitions/quantity"},"otherChainId":{"$ref":"#/definitions/quantity","description":"Another chain id that the endpoint reported in the same check."},"httpStatus":{"type":["integer","null"],"description":"The HTTP status of the first answer."},"logs":{"type":["object","null"],"description":"Searches for logs (eth_getLogs); null unless --capabilities asked for them.","additionalProperties":false,"required":["maxRange"],"properties":{"maxRange":{"type":["integer","null"],"minimum":0,"description":"The widest search that was answered, in blocks, or what the refusal of a wider one names: at most 10,000 is tried. 0 if not even one block is answered, null if that is not known."}}},"batch":{"type":["integer","null"],"minimum":0,"description":"How many calls of a batch are answered with a result, as far as it was tried (4); 0 if batches are refused. Null if it was not asked for, or is not known."},"finalized":{"$ref":"#/definitions/capability","description":"Whether it answers for the newest final block (the tag finalized)."},"safe":{"$ref":"#/definitions/capability","description":"Whether it answers for the newest safe block (the tag safe)."},"debug":{"$ref":"#/definitions/capability","description":"Whether it has debug_traceTransaction."},"trace":{"$ref":"#/definitions/capability","description":"Whether it has trace_transaction."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}},"rpcFacts":{"type":"object","description":"What a CometBFT RPC reported about itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","otherChainId","moniker","version","httpStatus","txIndex","lowestBlock","lowestState","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"version":{"type":["string","null"],"description":"The version of CometBFT, or of what the chain runs in its place."},"httpStatus":{"type":["integer","null"],"description":"The HTTP status of the first answer."},"txIndex":{"$ref":"#/definitions/capability","description":"Whether it has an index of transactions: as it says, and with --capabilities as it answers a search."},"lowestBlock":{"type":["integer","null"],"minimum":1,"description":"The lowest block that it has. Null unless --capabilities asked for it, and if it is not known."},"lowestState":{"type":["integer","null"],"minimum":1,"description":"The lowest block whose state it has, as it reports (earliest_store_height). Null unless --capabilities asked for it, and if it is not known."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}},"restFacts":{"type":"object","description":"What a REST API reported about itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","otherChainId","moniker","version","sdkVersion","appVersion","httpStatus","txIndex","lowestBlock","lowestState","simulate","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"version":{"type":["string","null"],"description":"The version of CometBFT, or of what the chain runs in its place."},"sdkVersion":{"type":["string","null"],"description":"The version of the Cosmos SDK."},"appVersion":{"type":["string","null"],"description":"The version of the chain's program."},"httpStatus":{"type":["integer","null"],"description":"The HTTP status of the first answer."},"txIndex":{"$ref":"#/definitions/capability","description":"Whether it has an index of transactions: as it says, and with --capabilities as it answers a search."},"lowestBlock":{"type":["integer","null"],"minimum":1,"description":"The lowest block that it has. Null unless --capabilities asked for it, and if it is not known."},"lowestState":{"type":["integer","null"],"minimum":1,"description":"The lowest block whose state it has, as it reports (earliest_store_height). Null unless --capabilities asked for it, and if it is not known."},"simulate":{"$ref":"#/definitions/capability","description":"Whether a POST arrives at the node, as wallets simulate transactions."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}},"grpcWebFacts":{"type":"object","description":"What a gRPC-web endpoint reported about itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","otherChainId","moniker","sdkVersion","appVersion","httpStatus","txIndex","lowestBlock","lowestState","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"sdkVersion":{"type":["string","null"],"description":"The version of the Cosmos SDK."},"appVersion":{"type":["string","null"],"description":"The version of the chain's program."},"httpStatus":{"type":["integer","null"],"description":"The HTTP status of the first answer."},"txIndex":{"$ref":"#/definitions/capability","description":"Whether it has an index of transactions: as it says, and with --capabilities as it answers a search."},"lowestBlock":{"type":["integer","null"],"minimum":1,"description":"The lowest block that it has. Null unless --capabilities asked for it, and if it is not known."},"lowestState":{"type":["integer","null"],"minimum":1,"description":"The lowest block whose state it has, as it reports (earliest_store_height). Null unless --capabilities asked for it, and if it is not known."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}},"wsFacts":{"type":"object","description":"What a CometBFT websocket reported about itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","otherChainId","moniker","version","subscription","txIndex","lowestBlock","lowestState","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"version":{"type":["string","null"],"description":"The version of CometBFT."},"subscription":{"enum":["confirmed","event",null],"description":"Whether new blocks can be subscribed to: confirmed by the endpoint, or an event came too in the moment that the check waited; null if it was refused, or is unknown."},"txIndex":{"$ref":"#/definitions/capability","description":"Whether it has an index of transactions: as it says, and with --capabilities as it answers a search."},"lowestBlock":{"type":["integer","null"],"minimum":1,"description":"The lowest block that it has. Null unless --capabilities asked for it, and if it is not known."},"lowestState":{"type":["integer","null"],"minimum":1,"description":"The lowest block whose state it has, as it reports (earliest_store_height). Null unless --capabilities asked for it, and if it is not known."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}},"evmWsFacts":{"type":"object","description":"What an EVM websocket reported about itself.","additionalProperties":false,"required":["address","chainId","otherChainId","subscription","logs","finalized","safe","debug","trace","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"$ref":"#/definitions/quantity"},"otherChainId":{"$ref":"#/definitions/quantity","description":"Another chain id that the endpoint reported in the same check."},"subscription":{"enum":["confirmed","event",null],"description":"Whether new blocks can be subscribed to: confirmed by the endpoint, or an event came too in the moment that the check waited; null if it was refused, or is unknown."},"logs":{"type":["object","null"],"description":"Searches for logs (eth_getLogs); null unless --capabilities asked for them.","additionalProperties":false,"required":["maxRange"],"properties":{"maxRange":{"type":["integer","null"],"minimum":0,"description":"The widest search that was answered, in blocks, or what the refusal of a wider one names: at most 10,000 is tried. 0 if not even one block is answered, null if that is not known."}}},"finalized":{"$ref":"#/definitions/capability","description":"Whether it answers for the newest final block (the tag finalized)."},"safe":{"$ref":"#/definitions/capability","description":"Whether it answers for the newest safe block (the tag safe)."},"debug":{"$ref":"#/definitions/capability","description":"Whether it has debug_traceTransaction."},"trace":{"$ref":"#/definitions/capability","description":"Whether it has trace_transaction."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}},"peerFacts":{"type":"object","description":"What a peer showed of itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","peerId","moniker","version","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"peerId":{"type":["string","null"],"description":"The id that the key of the node proved."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"version":{"type":["string","null"],"description":"The version of CometBFT, or of what the chain runs in its place."},"phasesMs":{"$ref":"#/definitions/phases"}}},"phases":{"type":"object","description":"Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached.","additionalProperties":false,"required":["dns","connect","tls","firstByte","total"],"properties":{"dns":{"type":["number","null"],"minimum":0,"description":"Resolving the name."},"connect":{"type":["number","null"],"minimum":0,"description":"The TCP handshake."},"tls":{"type":["number","null"],"minimum":0,"description":"The TLS handshake."},"firstByte":{"type":["number","null"],"minimum":0,"description":"From the ready connection to the first response."},"total":{"type":["number","null"],"minimum":0,"description":"The whole attempt."}}},"pointer":{"type":["string","null"],"pattern":"^(/([^~/]|~[01])*)*$","description":"RFC 6901 JSON Pointer."},"capability":{"type":["boolean","null"],"description":"Null if it was not asked for, or is not known."},"quantity":{"type":["integer","string","null"],"pattern":"^\\d+$","description":"A number; a string of digits beyond 2^53, so that it is not rounded."},"moment":{"type":"string","pattern":"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$","description":"ISO 8601, UTC."},"time":{"type":["string","null"],"pattern":"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$","description":"ISO 8601, UTC."},"queryFacts":{"type":"object","description":"What a route of the query API answered, with the token and without a valid one. All but the route are null if the call was not made.","additionalProperties":false,"required":["route","address","status","statusWithoutToken","statusWithMadeUpToken","bytes","certificateExpiresAt","phasesMs"],"properties":{"route":{"type":"string","description":"The route as the command query calls it, such as erc20-assets."},"address":{"type":["string","null"],"description":"The IP address and port that answered."},"status":{"type":["integer","null"],"description":"The HTTP status."},"statusWithoutToken":{"type":["integer","null"],"description":"The HTTP status without a token; it must be 401 or 403."},"statusWithMadeUpToken":{"type":["integer","null"],"description":"The HTTP status with a made-up token; it must be 401 or 403."},"bytes":{"type":["integer","null"],"minimum":0,"description":"The length of the body."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}},"otherHead":{"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","type":["object","null"],"additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"type":["integer","string","null"],"description":"Its newest block; a string beyond 2^53, null if it is no other one."},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another is not."}}},"solanaFacts":{"type":"object","description":"What a Solana endpoint reported about itself. Its strings are untrusted text: escape them. Its chain id is the hash of the genesis block, its block height the slot of the newest block.","additionalProperties":false,"required":["address","chainId","otherChainId","version","httpStatus","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"version":{"type":["string","null"],"description":"The version of the node's software (solana-core)."},"httpStatus":{"type":["integer","null"],"description":"The HTTP status of the first answer."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}}}};
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$", "u");
const pattern1 = new RegExp("^[0-9]+/[0-9]+$", "u");
const schema12 = {"type":"object","description":"One endpoint that a file lists, or that the command line names.","additionalProperties":false,"required":["file","chain","chainStatus","kind","pointer","line","column","provider","url","verdict","skipReason","attempts","durationMs","claim","facts","history"],"properties":{"file":{"type":["string","null"],"description":"Relative to the registry; null for an endpoint of the command line."},"chain":{"type":["string","null"],"description":"The chain whose file lists it; null if unknown."},"chainStatus":{"enum":["live","killed","upcoming"],"description":"Of its chain. killed: it has ended, so its endpoints are skipped. upcoming: it may not have begun, so that what fails on the network is a notice. live: all others."},"kind":{"enum":["grpc","evm","rpc","rest","grpc-web","ws","evm-ws","solana","peer","query"],"description":"The kind of endpoint; query for a call of the query API's smoke test."},"pointer":{"$ref":"#/definitions/pointer"},"line":{"type":["integer","null"],"minimum":1,"description":"Where the entry begins, 1-based."},"column":{"type":["integer","null"],"minimum":1,"description":"Where the entry begins, 1-based, in UTF-16 code units."},"provider":{"type":["string","null"],"description":"Who runs it, as the file writes it."},"url":{"type":["string","null"],"description":"As the file writes it, but each key or password is masked; a tag after a masked key tells two urls apart that differ in it."},"verdict":{"enum":["pass","ok","fail","invalid","inconclusive","skipped"],"description":"pass: every required check succeeded. ok: a route of a query service answers as it must (smoke). fail: it was probed and is wrong. invalid: the entry is malformed, so it was not probed. inconclusive: could not be judged from this machine. skipped: not probed by choice."},"skipReason":{"type":["string","null"],"description":"Why it was not probed, whatever the options: its chain has ended, it is excluded, its url is a template. Null for all others."},"attempts":{"type":"integer","minimum":0,"description":"Number of attempts to probe it; 0 if it was not probed."},"durationMs":{"type":"number","minimum":0,"description":"From the first attempt to the verdict, waits included, in milliseconds."},"claim":{"description":"The chain id that the file or the command line claims for it; null if none is claimed.","type":["object","null"],"additionalProperties":false,"required":["chainId","field","derived"],"properties":{"chainId":{"type":"string"},"field":{"type":"string","description":"The field of the file, or the option, that claims it."},"derived":{"type":"boolean","description":"True if the id is derived from another one, as 2222 from kava_2222-10."}}},"facts":{"type":"object","description":"What the endpoint reported about itself; every field of its kind, null if unknown."},"history":{"anyOf":[{"type":"null"},{"$ref":"#/definitions/history"}],"description":"What earlier runs and this one saw of it; null without a history file, and for an endpoint that was never probed."}},"allOf":[{"if":{"properties":{"kind":{"const":"grpc"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/grpcFacts"}}}},{"if":{"properties":{"kind":{"const":"evm"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/evmFacts"}}}},{"if":{"properties":{"kind":{"const":"rpc"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/rpcFacts"}}}},{"if":{"properties":{"kind":{"const":"rest"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/restFacts"}}}},{"if":{"properties":{"kind":{"const":"grpc-web"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/grpcWebFacts"}}}},{"if":{"properties":{"kind":{"const":"ws"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/wsFacts"}}}},{"if":{"properties":{"kind":{"const":"evm-ws"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/evmWsFacts"}}}},{"if":{"properties":{"kind":{"const":"solana"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/solanaFacts"}}}},{"if":{"properties":{"kind":{"const":"peer"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/peerFacts"}}}},{"if":{"properties":{"kind":{"const":"query"}}},"then":{"properties":{"facts":{"$ref":"#/definitions/queryFacts"}}}},{"if":{"properties":{"verdict":{"const":"invalid"}}},"then":{"properties":{"attempts":{"const":0}}}},{"if":{"properties":{"verdict":{"enum":["pass","ok","fail","inconclusive"]}}},"then":{"properties":{"attempts":{"type":"integer","minimum":1}}}}]};
const schema92 = {"type":["string","null"],"pattern":"^(/([^~/]|~[01])*)*$","description":"RFC 6901 JSON Pointer."};
const schema13 = {"type":"object","description":"What a gRPC endpoint reported about itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","otherChainId","transport","reflection","services","moniker","sdkVersion","appVersion","txIndex","lowestBlock","lowestState","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"transport":{"enum":["tls","plaintext",null],"description":"Whether the connection was encrypted."},"reflection":{"enum":["v1","v1alpha",null],"description":"The version of the reflection service that answered."},"services":{"type":["array","null"],"items":{"type":"string"},"description":"The services that reflection lists, the first 500."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"sdkVersion":{"type":["string","null"],"description":"The version of the Cosmos SDK."},"appVersion":{"type":["string","null"],"description":"The version of the chain's program."},"txIndex":{"$ref":"#/definitions/capability","description":"Whether it has an index of transactions: as it says, and with --capabilities as it answers a search."},"lowestBlock":{"type":["integer","null"],"minimum":1,"description":"The lowest block that it has. Null unless --capabilities asked for it, and if it is not known."},"lowestState":{"type":["integer","null"],"minimum":1,"description":"The lowest block whose state it has, as it reports (earliest_store_height). Null unless --capabilities asked for it, and if it is not known."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}};
const schema14 = {"type":["boolean","null"],"description":"Null if it was not asked for, or is not known."};
const schema15 = {"type":["integer","string","null"],"pattern":"^\\d+$","description":"A number; a string of digits beyond 2^53, so that it is not rounded."};
const schema16 = {"type":["string","null"],"pattern":"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$","description":"ISO 8601, UTC."};
const schema20 = {"type":"object","description":"Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached.","additionalProperties":false,"required":["dns","connect","tls","firstByte","total"],"properties":{"dns":{"type":["number","null"],"minimum":0,"description":"Resolving the name."},"connect":{"type":["number","null"],"minimum":0,"description":"The TCP handshake."},"tls":{"type":["number","null"],"minimum":0,"description":"The TLS handshake."},"firstByte":{"type":["number","null"],"minimum":0,"description":"From the ready connection to the first response."},"total":{"type":["number","null"],"minimum":0,"description":"The whole attempt."}}};
const pattern2 = new RegExp("^\\d+$", "u");
const pattern3 = new RegExp("^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$", "u");

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((((((((data.address === undefined) && (missing0 = "address")) || ((data.chainId === undefined) && (missing0 = "chainId"))) || ((data.otherChainId === undefined) && (missing0 = "otherChainId"))) || ((data.transport === undefined) && (missing0 = "transport"))) || ((data.reflection === undefined) && (missing0 = "reflection"))) || ((data.services === undefined) && (missing0 = "services"))) || ((data.moniker === undefined) && (missing0 = "moniker"))) || ((data.sdkVersion === undefined) && (missing0 = "sdkVersion"))) || ((data.appVersion === undefined) && (missing0 = "appVersion"))) || ((data.txIndex === undefined) && (missing0 = "txIndex"))) || ((data.lowestBlock === undefined) && (missing0 = "lowestBlock"))) || ((data.lowestState === undefined) && (missing0 = "lowestState"))) || ((data.blockHeight === undefined) && (missing0 = "blockHeight"))) || ((data.blockTime === undefined) && (missing0 = "blockTime"))) || ((data.otherHead === undefined) && (missing0 = "otherHead"))) || ((data.archive === undefined) && (missing0 = "archive"))) || ((data.cors === undefined) && (missing0 = "cors"))) || ((data.tlsVersion === undefined) && (missing0 = "tlsVersion"))) || ((data.certificateExpiresAt === undefined) && (missing0 = "certificateExpiresAt"))) || ((data.phasesMs === undefined) && (missing0 = "phasesMs"))){
validate12.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema13.properties, key0))){
validate12.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.address !== undefined){
let data0 = data.address;
const _errs2 = errors;
if((typeof data0 !== "string") && (data0 !== null)){
validate12.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: schema13.properties.address.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.chainId !== undefined){
let data1 = data.chainId;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate12.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/properties/chainId/type",keyword:"type",params:{type: schema13.properties.chainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherChainId !== undefined){
let data2 = data.otherChainId;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate12.errors = [{instancePath:instancePath+"/otherChainId",schemaPath:"#/properties/otherChainId/type",keyword:"type",params:{type: schema13.properties.otherChainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transport !== undefined){
let data3 = data.transport;
const _errs8 = errors;
if(!(((data3 === "tls") || (data3 === "plaintext")) || (data3 === null))){
validate12.errors = [{instancePath:instancePath+"/transport",schemaPath:"#/properties/transport/enum",keyword:"enum",params:{allowedValues: schema13.properties.transport.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reflection !== undefined){
let data4 = data.reflection;
const _errs9 = errors;
if(!(((data4 === "v1") || (data4 === "v1alpha")) || (data4 === null))){
validate12.errors = [{instancePath:instancePath+"/reflection",schemaPath:"#/properties/reflection/enum",keyword:"enum",params:{allowedValues: schema13.properties.reflection.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.services !== undefined){
let data5 = data.services;
const _errs10 = errors;
if((!(Array.isArray(data5))) && (data5 !== null)){
validate12.errors = [{instancePath:instancePath+"/services",schemaPath:"#/properties/services/type",keyword:"type",params:{type: schema13.properties.services.type},message:"must be array,null"}];
return false;
}
if(errors === _errs10){
if(Array.isArray(data5)){
var valid1 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
const _errs12 = errors;
if(typeof data5[i0] !== "string"){
validate12.errors = [{instancePath:instancePath+"/services/" + i0,schemaPath:"#/properties/services/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs12 === errors;
if(!valid1){
break;
}
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.moniker !== undefined){
let data7 = data.moniker;
const _errs14 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate12.errors = [{instancePath:instancePath+"/moniker",schemaPath:"#/properties/moniker/type",keyword:"type",params:{type: schema13.properties.moniker.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sdkVersion !== undefined){
let data8 = data.sdkVersion;
const _errs16 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate12.errors = [{instancePath:instancePath+"/sdkVersion",schemaPath:"#/properties/sdkVersion/type",keyword:"type",params:{type: schema13.properties.sdkVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.appVersion !== undefined){
let data9 = data.appVersion;
const _errs18 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate12.errors = [{instancePath:instancePath+"/appVersion",schemaPath:"#/properties/appVersion/type",keyword:"type",params:{type: schema13.properties.appVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.txIndex !== undefined){
let data10 = data.txIndex;
const _errs20 = errors;
if((typeof data10 !== "boolean") && (data10 !== null)){
validate12.errors = [{instancePath:instancePath+"/txIndex",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lowestBlock !== undefined){
let data11 = data.lowestBlock;
const _errs23 = errors;
if((!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))) && (data11 !== null)){
validate12.errors = [{instancePath:instancePath+"/lowestBlock",schemaPath:"#/properties/lowestBlock/type",keyword:"type",params:{type: schema13.properties.lowestBlock.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs23){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 1 || isNaN(data11)){
validate12.errors = [{instancePath:instancePath+"/lowestBlock",schemaPath:"#/properties/lowestBlock/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lowestState !== undefined){
let data12 = data.lowestState;
const _errs25 = errors;
if((!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))) && (data12 !== null)){
validate12.errors = [{instancePath:instancePath+"/lowestState",schemaPath:"#/properties/lowestState/type",keyword:"type",params:{type: schema13.properties.lowestState.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs25){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 1 || isNaN(data12)){
validate12.errors = [{instancePath:instancePath+"/lowestState",schemaPath:"#/properties/lowestState/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHeight !== undefined){
let data13 = data.blockHeight;
const _errs27 = errors;
const _errs28 = errors;
if(((!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))) && (typeof data13 !== "string")) && (data13 !== null)){
validate12.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs28){
if(typeof data13 === "string"){
if(!pattern2.test(data13)){
validate12.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockTime !== undefined){
let data14 = data.blockTime;
const _errs30 = errors;
const _errs31 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate12.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs31){
if(typeof data14 === "string"){
if(!pattern3.test(data14)){
validate12.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs30 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherHead !== undefined){
let data15 = data.otherHead;
const _errs33 = errors;
if((!(data15 && typeof data15 == "object" && !Array.isArray(data15))) && (data15 !== null)){
validate12.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/type",keyword:"type",params:{type: schema13.properties.otherHead.type},message:"must be object,null"}];
return false;
}
if(errors === _errs33){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
let missing1;
if((((data15.blockHeight === undefined) && (missing1 = "blockHeight")) || ((data15.blockTime === undefined) && (missing1 = "blockTime"))) || ((data15.syncing === undefined) && (missing1 = "syncing"))){
validate12.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs35 = errors;
for(const key1 in data15){
if(!(((key1 === "blockHeight") || (key1 === "blockTime")) || (key1 === "syncing"))){
validate12.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs35 === errors){
if(data15.blockHeight !== undefined){
let data16 = data15.blockHeight;
const _errs36 = errors;
const _errs37 = errors;
if(((!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))) && (typeof data16 !== "string")) && (data16 !== null)){
validate12.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs37){
if(typeof data16 === "string"){
if(!pattern2.test(data16)){
validate12.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid5 = _errs36 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data15.blockTime !== undefined){
let data17 = data15.blockTime;
const _errs39 = errors;
const _errs40 = errors;
if((typeof data17 !== "string") && (data17 !== null)){
validate12.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs40){
if(typeof data17 === "string"){
if(!pattern3.test(data17)){
validate12.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid5 = _errs39 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data15.syncing !== undefined){
const _errs42 = errors;
if(typeof data15.syncing !== "boolean"){
validate12.errors = [{instancePath:instancePath+"/otherHead/syncing",schemaPath:"#/properties/otherHead/properties/syncing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid5 = _errs42 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.archive !== undefined){
let data19 = data.archive;
const _errs44 = errors;
if((typeof data19 !== "boolean") && (data19 !== null)){
validate12.errors = [{instancePath:instancePath+"/archive",schemaPath:"#/properties/archive/type",keyword:"type",params:{type: schema13.properties.archive.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs44 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cors !== undefined){
let data20 = data.cors;
const _errs46 = errors;
if((typeof data20 !== "boolean") && (data20 !== null)){
validate12.errors = [{instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/type",keyword:"type",params:{type: schema13.properties.cors.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs46 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tlsVersion !== undefined){
let data21 = data.tlsVersion;
const _errs48 = errors;
if((typeof data21 !== "string") && (data21 !== null)){
validate12.errors = [{instancePath:instancePath+"/tlsVersion",schemaPath:"#/properties/tlsVersion/type",keyword:"type",params:{type: schema13.properties.tlsVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs48 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificateExpiresAt !== undefined){
let data22 = data.certificateExpiresAt;
const _errs50 = errors;
const _errs51 = errors;
if((typeof data22 !== "string") && (data22 !== null)){
validate12.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs51){
if(typeof data22 === "string"){
if(!pattern3.test(data22)){
validate12.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs50 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phasesMs !== undefined){
let data23 = data.phasesMs;
const _errs53 = errors;
const _errs54 = errors;
if(errors === _errs54){
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
let missing2;
if((((((data23.dns === undefined) && (missing2 = "dns")) || ((data23.connect === undefined) && (missing2 = "connect"))) || ((data23.tls === undefined) && (missing2 = "tls"))) || ((data23.firstByte === undefined) && (missing2 = "firstByte"))) || ((data23.total === undefined) && (missing2 = "total"))){
validate12.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs56 = errors;
for(const key2 in data23){
if(!(((((key2 === "dns") || (key2 === "connect")) || (key2 === "tls")) || (key2 === "firstByte")) || (key2 === "total"))){
validate12.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs56 === errors){
if(data23.dns !== undefined){
let data24 = data23.dns;
const _errs57 = errors;
if((!((typeof data24 == "number") && (isFinite(data24)))) && (data24 !== null)){
validate12.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/type",keyword:"type",params:{type: schema20.properties.dns.type},message:"must be number,null"}];
return false;
}
if(errors === _errs57){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 0 || isNaN(data24)){
validate12.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid10 = _errs57 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data23.connect !== undefined){
let data25 = data23.connect;
const _errs59 = errors;
if((!((typeof data25 == "number") && (isFinite(data25)))) && (data25 !== null)){
validate12.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/type",keyword:"type",params:{type: schema20.properties.connect.type},message:"must be number,null"}];
return false;
}
if(errors === _errs59){
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 < 0 || isNaN(data25)){
validate12.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid10 = _errs59 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data23.tls !== undefined){
let data26 = data23.tls;
const _errs61 = errors;
if((!((typeof data26 == "number") && (isFinite(data26)))) && (data26 !== null)){
validate12.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/type",keyword:"type",params:{type: schema20.properties.tls.type},message:"must be number,null"}];
return false;
}
if(errors === _errs61){
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 < 0 || isNaN(data26)){
validate12.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid10 = _errs61 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data23.firstByte !== undefined){
let data27 = data23.firstByte;
const _errs63 = errors;
if((!((typeof data27 == "number") && (isFinite(data27)))) && (data27 !== null)){
validate12.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/type",keyword:"type",params:{type: schema20.properties.firstByte.type},message:"must be number,null"}];
return false;
}
if(errors === _errs63){
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 < 0 || isNaN(data27)){
validate12.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid10 = _errs63 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data23.total !== undefined){
let data28 = data23.total;
const _errs65 = errors;
if((!((typeof data28 == "number") && (isFinite(data28)))) && (data28 !== null)){
validate12.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/type",keyword:"type",params:{type: schema20.properties.total.type},message:"must be number,null"}];
return false;
}
if(errors === _errs65){
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 < 0 || isNaN(data28)){
validate12.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid10 = _errs65 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs53 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate12.errors = vErrors;
return errors === 0;
}

const schema21 = {"type":"object","description":"What an EVM endpoint reported about itself.","additionalProperties":false,"required":["address","chainId","otherChainId","httpStatus","logs","batch","finalized","safe","debug","trace","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"$ref":"#/definitions/quantity"},"otherChainId":{"$ref":"#/definitions/quantity","description":"Another chain id that the endpoint reported in the same check."},"httpStatus":{"type":["integer","null"],"description":"The HTTP status of the first answer."},"logs":{"type":["object","null"],"description":"Searches for logs (eth_getLogs); null unless --capabilities asked for them.","additionalProperties":false,"required":["maxRange"],"properties":{"maxRange":{"type":["integer","null"],"minimum":0,"description":"The widest search that was answered, in blocks, or what the refusal of a wider one names: at most 10,000 is tried. 0 if not even one block is answered, null if that is not known."}}},"batch":{"type":["integer","null"],"minimum":0,"description":"How many calls of a batch are answered with a result, as far as it was tried (4); 0 if batches are refused. Null if it was not asked for, or is not known."},"finalized":{"$ref":"#/definitions/capability","description":"Whether it answers for the newest final block (the tag finalized)."},"safe":{"$ref":"#/definitions/capability","description":"Whether it answers for the newest safe block (the tag safe)."},"debug":{"$ref":"#/definitions/capability","description":"Whether it has debug_traceTransaction."},"trace":{"$ref":"#/definitions/capability","description":"Whether it has trace_transaction."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((((((data.address === undefined) && (missing0 = "address")) || ((data.chainId === undefined) && (missing0 = "chainId"))) || ((data.otherChainId === undefined) && (missing0 = "otherChainId"))) || ((data.httpStatus === undefined) && (missing0 = "httpStatus"))) || ((data.logs === undefined) && (missing0 = "logs"))) || ((data.batch === undefined) && (missing0 = "batch"))) || ((data.finalized === undefined) && (missing0 = "finalized"))) || ((data.safe === undefined) && (missing0 = "safe"))) || ((data.debug === undefined) && (missing0 = "debug"))) || ((data.trace === undefined) && (missing0 = "trace"))) || ((data.blockHeight === undefined) && (missing0 = "blockHeight"))) || ((data.blockTime === undefined) && (missing0 = "blockTime"))) || ((data.otherHead === undefined) && (missing0 = "otherHead"))) || ((data.archive === undefined) && (missing0 = "archive"))) || ((data.cors === undefined) && (missing0 = "cors"))) || ((data.tlsVersion === undefined) && (missing0 = "tlsVersion"))) || ((data.certificateExpiresAt === undefined) && (missing0 = "certificateExpiresAt"))) || ((data.phasesMs === undefined) && (missing0 = "phasesMs"))){
validate14.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema21.properties, key0))){
validate14.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.address !== undefined){
let data0 = data.address;
const _errs2 = errors;
if((typeof data0 !== "string") && (data0 !== null)){
validate14.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: schema21.properties.address.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.chainId !== undefined){
let data1 = data.chainId;
const _errs4 = errors;
const _errs5 = errors;
if(((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (typeof data1 !== "string")) && (data1 !== null)){
validate14.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs5){
if(typeof data1 === "string"){
if(!pattern2.test(data1)){
validate14.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherChainId !== undefined){
let data2 = data.otherChainId;
const _errs7 = errors;
const _errs8 = errors;
if(((!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))) && (typeof data2 !== "string")) && (data2 !== null)){
validate14.errors = [{instancePath:instancePath+"/otherChainId",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs8){
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
validate14.errors = [{instancePath:instancePath+"/otherChainId",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.httpStatus !== undefined){
let data3 = data.httpStatus;
const _errs10 = errors;
if((!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))) && (data3 !== null)){
validate14.errors = [{instancePath:instancePath+"/httpStatus",schemaPath:"#/properties/httpStatus/type",keyword:"type",params:{type: schema21.properties.httpStatus.type},message:"must be integer,null"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logs !== undefined){
let data4 = data.logs;
const _errs12 = errors;
if((!(data4 && typeof data4 == "object" && !Array.isArray(data4))) && (data4 !== null)){
validate14.errors = [{instancePath:instancePath+"/logs",schemaPath:"#/properties/logs/type",keyword:"type",params:{type: schema21.properties.logs.type},message:"must be object,null"}];
return false;
}
if(errors === _errs12){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if((data4.maxRange === undefined) && (missing1 = "maxRange")){
validate14.errors = [{instancePath:instancePath+"/logs",schemaPath:"#/properties/logs/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs14 = errors;
for(const key1 in data4){
if(!(key1 === "maxRange")){
validate14.errors = [{instancePath:instancePath+"/logs",schemaPath:"#/properties/logs/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs14 === errors){
if(data4.maxRange !== undefined){
let data5 = data4.maxRange;
const _errs15 = errors;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
validate14.errors = [{instancePath:instancePath+"/logs/maxRange",schemaPath:"#/properties/logs/properties/maxRange/type",keyword:"type",params:{type: schema21.properties.logs.properties.maxRange.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs15){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
validate14.errors = [{instancePath:instancePath+"/logs/maxRange",schemaPath:"#/properties/logs/properties/maxRange/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
}
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.batch !== undefined){
let data6 = data.batch;
const _errs17 = errors;
if((!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))) && (data6 !== null)){
validate14.errors = [{instancePath:instancePath+"/batch",schemaPath:"#/properties/batch/type",keyword:"type",params:{type: schema21.properties.batch.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs17){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
validate14.errors = [{instancePath:instancePath+"/batch",schemaPath:"#/properties/batch/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.finalized !== undefined){
let data7 = data.finalized;
const _errs19 = errors;
if((typeof data7 !== "boolean") && (data7 !== null)){
validate14.errors = [{instancePath:instancePath+"/finalized",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.safe !== undefined){
let data8 = data.safe;
const _errs22 = errors;
if((typeof data8 !== "boolean") && (data8 !== null)){
validate14.errors = [{instancePath:instancePath+"/safe",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.debug !== undefined){
let data9 = data.debug;
const _errs25 = errors;
if((typeof data9 !== "boolean") && (data9 !== null)){
validate14.errors = [{instancePath:instancePath+"/debug",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.trace !== undefined){
let data10 = data.trace;
const _errs28 = errors;
if((typeof data10 !== "boolean") && (data10 !== null)){
validate14.errors = [{instancePath:instancePath+"/trace",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHeight !== undefined){
let data11 = data.blockHeight;
const _errs31 = errors;
const _errs32 = errors;
if(((!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))) && (typeof data11 !== "string")) && (data11 !== null)){
validate14.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs32){
if(typeof data11 === "string"){
if(!pattern2.test(data11)){
validate14.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockTime !== undefined){
let data12 = data.blockTime;
const _errs34 = errors;
const _errs35 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate14.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs35){
if(typeof data12 === "string"){
if(!pattern3.test(data12)){
validate14.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherHead !== undefined){
let data13 = data.otherHead;
const _errs37 = errors;
if((!(data13 && typeof data13 == "object" && !Array.isArray(data13))) && (data13 !== null)){
validate14.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/type",keyword:"type",params:{type: schema21.properties.otherHead.type},message:"must be object,null"}];
return false;
}
if(errors === _errs37){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing2;
if((((data13.blockHeight === undefined) && (missing2 = "blockHeight")) || ((data13.blockTime === undefined) && (missing2 = "blockTime"))) || ((data13.syncing === undefined) && (missing2 = "syncing"))){
validate14.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs39 = errors;
for(const key2 in data13){
if(!(((key2 === "blockHeight") || (key2 === "blockTime")) || (key2 === "syncing"))){
validate14.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs39 === errors){
if(data13.blockHeight !== undefined){
let data14 = data13.blockHeight;
const _errs40 = errors;
const _errs41 = errors;
if(((!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))) && (typeof data14 !== "string")) && (data14 !== null)){
validate14.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs41){
if(typeof data14 === "string"){
if(!pattern2.test(data14)){
validate14.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid10 = _errs40 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data13.blockTime !== undefined){
let data15 = data13.blockTime;
const _errs43 = errors;
const _errs44 = errors;
if((typeof data15 !== "string") && (data15 !== null)){
validate14.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs44){
if(typeof data15 === "string"){
if(!pattern3.test(data15)){
validate14.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid10 = _errs43 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data13.syncing !== undefined){
const _errs46 = errors;
if(typeof data13.syncing !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/otherHead/syncing",schemaPath:"#/properties/otherHead/properties/syncing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid10 = _errs46 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
}
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.archive !== undefined){
let data17 = data.archive;
const _errs48 = errors;
if((typeof data17 !== "boolean") && (data17 !== null)){
validate14.errors = [{instancePath:instancePath+"/archive",schemaPath:"#/properties/archive/type",keyword:"type",params:{type: schema21.properties.archive.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs48 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cors !== undefined){
let data18 = data.cors;
const _errs50 = errors;
if((typeof data18 !== "boolean") && (data18 !== null)){
validate14.errors = [{instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/type",keyword:"type",params:{type: schema21.properties.cors.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs50 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tlsVersion !== undefined){
let data19 = data.tlsVersion;
const _errs52 = errors;
if((typeof data19 !== "string") && (data19 !== null)){
validate14.errors = [{instancePath:instancePath+"/tlsVersion",schemaPath:"#/properties/tlsVersion/type",keyword:"type",params:{type: schema21.properties.tlsVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs52 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificateExpiresAt !== undefined){
let data20 = data.certificateExpiresAt;
const _errs54 = errors;
const _errs55 = errors;
if((typeof data20 !== "string") && (data20 !== null)){
validate14.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs55){
if(typeof data20 === "string"){
if(!pattern3.test(data20)){
validate14.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs54 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phasesMs !== undefined){
let data21 = data.phasesMs;
const _errs57 = errors;
const _errs58 = errors;
if(errors === _errs58){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
let missing3;
if((((((data21.dns === undefined) && (missing3 = "dns")) || ((data21.connect === undefined) && (missing3 = "connect"))) || ((data21.tls === undefined) && (missing3 = "tls"))) || ((data21.firstByte === undefined) && (missing3 = "firstByte"))) || ((data21.total === undefined) && (missing3 = "total"))){
validate14.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
const _errs60 = errors;
for(const key3 in data21){
if(!(((((key3 === "dns") || (key3 === "connect")) || (key3 === "tls")) || (key3 === "firstByte")) || (key3 === "total"))){
validate14.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs60 === errors){
if(data21.dns !== undefined){
let data22 = data21.dns;
const _errs61 = errors;
if((!((typeof data22 == "number") && (isFinite(data22)))) && (data22 !== null)){
validate14.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/type",keyword:"type",params:{type: schema20.properties.dns.type},message:"must be number,null"}];
return false;
}
if(errors === _errs61){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 < 0 || isNaN(data22)){
validate14.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs61 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data21.connect !== undefined){
let data23 = data21.connect;
const _errs63 = errors;
if((!((typeof data23 == "number") && (isFinite(data23)))) && (data23 !== null)){
validate14.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/type",keyword:"type",params:{type: schema20.properties.connect.type},message:"must be number,null"}];
return false;
}
if(errors === _errs63){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 0 || isNaN(data23)){
validate14.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs63 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data21.tls !== undefined){
let data24 = data21.tls;
const _errs65 = errors;
if((!((typeof data24 == "number") && (isFinite(data24)))) && (data24 !== null)){
validate14.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/type",keyword:"type",params:{type: schema20.properties.tls.type},message:"must be number,null"}];
return false;
}
if(errors === _errs65){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 0 || isNaN(data24)){
validate14.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs65 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data21.firstByte !== undefined){
let data25 = data21.firstByte;
const _errs67 = errors;
if((!((typeof data25 == "number") && (isFinite(data25)))) && (data25 !== null)){
validate14.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/type",keyword:"type",params:{type: schema20.properties.firstByte.type},message:"must be number,null"}];
return false;
}
if(errors === _errs67){
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 < 0 || isNaN(data25)){
validate14.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs67 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data21.total !== undefined){
let data26 = data21.total;
const _errs69 = errors;
if((!((typeof data26 == "number") && (isFinite(data26)))) && (data26 !== null)){
validate14.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/type",keyword:"type",params:{type: schema20.properties.total.type},message:"must be number,null"}];
return false;
}
if(errors === _errs69){
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 < 0 || isNaN(data26)){
validate14.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs69 === errors;
}
else {
var valid15 = true;
}
}
}
}
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs57 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate14.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate14.errors = vErrors;
return errors === 0;
}

const schema34 = {"type":"object","description":"What a CometBFT RPC reported about itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","otherChainId","moniker","version","httpStatus","txIndex","lowestBlock","lowestState","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"version":{"type":["string","null"],"description":"The version of CometBFT, or of what the chain runs in its place."},"httpStatus":{"type":["integer","null"],"description":"The HTTP status of the first answer."},"txIndex":{"$ref":"#/definitions/capability","description":"Whether it has an index of transactions: as it says, and with --capabilities as it answers a search."},"lowestBlock":{"type":["integer","null"],"minimum":1,"description":"The lowest block that it has. Null unless --capabilities asked for it, and if it is not known."},"lowestState":{"type":["integer","null"],"minimum":1,"description":"The lowest block whose state it has, as it reports (earliest_store_height). Null unless --capabilities asked for it, and if it is not known."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((((data.address === undefined) && (missing0 = "address")) || ((data.chainId === undefined) && (missing0 = "chainId"))) || ((data.otherChainId === undefined) && (missing0 = "otherChainId"))) || ((data.moniker === undefined) && (missing0 = "moniker"))) || ((data.version === undefined) && (missing0 = "version"))) || ((data.httpStatus === undefined) && (missing0 = "httpStatus"))) || ((data.txIndex === undefined) && (missing0 = "txIndex"))) || ((data.lowestBlock === undefined) && (missing0 = "lowestBlock"))) || ((data.lowestState === undefined) && (missing0 = "lowestState"))) || ((data.blockHeight === undefined) && (missing0 = "blockHeight"))) || ((data.blockTime === undefined) && (missing0 = "blockTime"))) || ((data.otherHead === undefined) && (missing0 = "otherHead"))) || ((data.archive === undefined) && (missing0 = "archive"))) || ((data.cors === undefined) && (missing0 = "cors"))) || ((data.tlsVersion === undefined) && (missing0 = "tlsVersion"))) || ((data.certificateExpiresAt === undefined) && (missing0 = "certificateExpiresAt"))) || ((data.phasesMs === undefined) && (missing0 = "phasesMs"))){
validate16.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema34.properties, key0))){
validate16.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.address !== undefined){
let data0 = data.address;
const _errs2 = errors;
if((typeof data0 !== "string") && (data0 !== null)){
validate16.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: schema34.properties.address.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.chainId !== undefined){
let data1 = data.chainId;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate16.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/properties/chainId/type",keyword:"type",params:{type: schema34.properties.chainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherChainId !== undefined){
let data2 = data.otherChainId;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate16.errors = [{instancePath:instancePath+"/otherChainId",schemaPath:"#/properties/otherChainId/type",keyword:"type",params:{type: schema34.properties.otherChainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.moniker !== undefined){
let data3 = data.moniker;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate16.errors = [{instancePath:instancePath+"/moniker",schemaPath:"#/properties/moniker/type",keyword:"type",params:{type: schema34.properties.moniker.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.version !== undefined){
let data4 = data.version;
const _errs10 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate16.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: schema34.properties.version.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.httpStatus !== undefined){
let data5 = data.httpStatus;
const _errs12 = errors;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
validate16.errors = [{instancePath:instancePath+"/httpStatus",schemaPath:"#/properties/httpStatus/type",keyword:"type",params:{type: schema34.properties.httpStatus.type},message:"must be integer,null"}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.txIndex !== undefined){
let data6 = data.txIndex;
const _errs14 = errors;
if((typeof data6 !== "boolean") && (data6 !== null)){
validate16.errors = [{instancePath:instancePath+"/txIndex",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lowestBlock !== undefined){
let data7 = data.lowestBlock;
const _errs17 = errors;
if((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (data7 !== null)){
validate16.errors = [{instancePath:instancePath+"/lowestBlock",schemaPath:"#/properties/lowestBlock/type",keyword:"type",params:{type: schema34.properties.lowestBlock.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs17){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 1 || isNaN(data7)){
validate16.errors = [{instancePath:instancePath+"/lowestBlock",schemaPath:"#/properties/lowestBlock/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lowestState !== undefined){
let data8 = data.lowestState;
const _errs19 = errors;
if((!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))) && (data8 !== null)){
validate16.errors = [{instancePath:instancePath+"/lowestState",schemaPath:"#/properties/lowestState/type",keyword:"type",params:{type: schema34.properties.lowestState.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs19){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 1 || isNaN(data8)){
validate16.errors = [{instancePath:instancePath+"/lowestState",schemaPath:"#/properties/lowestState/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHeight !== undefined){
let data9 = data.blockHeight;
const _errs21 = errors;
const _errs22 = errors;
if(((!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))) && (typeof data9 !== "string")) && (data9 !== null)){
validate16.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs22){
if(typeof data9 === "string"){
if(!pattern2.test(data9)){
validate16.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockTime !== undefined){
let data10 = data.blockTime;
const _errs24 = errors;
const _errs25 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate16.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs25){
if(typeof data10 === "string"){
if(!pattern3.test(data10)){
validate16.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherHead !== undefined){
let data11 = data.otherHead;
const _errs27 = errors;
if((!(data11 && typeof data11 == "object" && !Array.isArray(data11))) && (data11 !== null)){
validate16.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/type",keyword:"type",params:{type: schema34.properties.otherHead.type},message:"must be object,null"}];
return false;
}
if(errors === _errs27){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing1;
if((((data11.blockHeight === undefined) && (missing1 = "blockHeight")) || ((data11.blockTime === undefined) && (missing1 = "blockTime"))) || ((data11.syncing === undefined) && (missing1 = "syncing"))){
validate16.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs29 = errors;
for(const key1 in data11){
if(!(((key1 === "blockHeight") || (key1 === "blockTime")) || (key1 === "syncing"))){
validate16.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs29 === errors){
if(data11.blockHeight !== undefined){
let data12 = data11.blockHeight;
const _errs30 = errors;
const _errs31 = errors;
if(((!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))) && (typeof data12 !== "string")) && (data12 !== null)){
validate16.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs31){
if(typeof data12 === "string"){
if(!pattern2.test(data12)){
validate16.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.blockTime !== undefined){
let data13 = data11.blockTime;
const _errs33 = errors;
const _errs34 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate16.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs34){
if(typeof data13 === "string"){
if(!pattern3.test(data13)){
validate16.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid4 = _errs33 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.syncing !== undefined){
const _errs36 = errors;
if(typeof data11.syncing !== "boolean"){
validate16.errors = [{instancePath:instancePath+"/otherHead/syncing",schemaPath:"#/properties/otherHead/properties/syncing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs36 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.archive !== undefined){
let data15 = data.archive;
const _errs38 = errors;
if((typeof data15 !== "boolean") && (data15 !== null)){
validate16.errors = [{instancePath:instancePath+"/archive",schemaPath:"#/properties/archive/type",keyword:"type",params:{type: schema34.properties.archive.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs38 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cors !== undefined){
let data16 = data.cors;
const _errs40 = errors;
if((typeof data16 !== "boolean") && (data16 !== null)){
validate16.errors = [{instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/type",keyword:"type",params:{type: schema34.properties.cors.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs40 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tlsVersion !== undefined){
let data17 = data.tlsVersion;
const _errs42 = errors;
if((typeof data17 !== "string") && (data17 !== null)){
validate16.errors = [{instancePath:instancePath+"/tlsVersion",schemaPath:"#/properties/tlsVersion/type",keyword:"type",params:{type: schema34.properties.tlsVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs42 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificateExpiresAt !== undefined){
let data18 = data.certificateExpiresAt;
const _errs44 = errors;
const _errs45 = errors;
if((typeof data18 !== "string") && (data18 !== null)){
validate16.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs45){
if(typeof data18 === "string"){
if(!pattern3.test(data18)){
validate16.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs44 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phasesMs !== undefined){
let data19 = data.phasesMs;
const _errs47 = errors;
const _errs48 = errors;
if(errors === _errs48){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing2;
if((((((data19.dns === undefined) && (missing2 = "dns")) || ((data19.connect === undefined) && (missing2 = "connect"))) || ((data19.tls === undefined) && (missing2 = "tls"))) || ((data19.firstByte === undefined) && (missing2 = "firstByte"))) || ((data19.total === undefined) && (missing2 = "total"))){
validate16.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs50 = errors;
for(const key2 in data19){
if(!(((((key2 === "dns") || (key2 === "connect")) || (key2 === "tls")) || (key2 === "firstByte")) || (key2 === "total"))){
validate16.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs50 === errors){
if(data19.dns !== undefined){
let data20 = data19.dns;
const _errs51 = errors;
if((!((typeof data20 == "number") && (isFinite(data20)))) && (data20 !== null)){
validate16.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/type",keyword:"type",params:{type: schema20.properties.dns.type},message:"must be number,null"}];
return false;
}
if(errors === _errs51){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 < 0 || isNaN(data20)){
validate16.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs51 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.connect !== undefined){
let data21 = data19.connect;
const _errs53 = errors;
if((!((typeof data21 == "number") && (isFinite(data21)))) && (data21 !== null)){
validate16.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/type",keyword:"type",params:{type: schema20.properties.connect.type},message:"must be number,null"}];
return false;
}
if(errors === _errs53){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < 0 || isNaN(data21)){
validate16.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs53 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.tls !== undefined){
let data22 = data19.tls;
const _errs55 = errors;
if((!((typeof data22 == "number") && (isFinite(data22)))) && (data22 !== null)){
validate16.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/type",keyword:"type",params:{type: schema20.properties.tls.type},message:"must be number,null"}];
return false;
}
if(errors === _errs55){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 < 0 || isNaN(data22)){
validate16.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs55 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.firstByte !== undefined){
let data23 = data19.firstByte;
const _errs57 = errors;
if((!((typeof data23 == "number") && (isFinite(data23)))) && (data23 !== null)){
validate16.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/type",keyword:"type",params:{type: schema20.properties.firstByte.type},message:"must be number,null"}];
return false;
}
if(errors === _errs57){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 0 || isNaN(data23)){
validate16.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs57 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.total !== undefined){
let data24 = data19.total;
const _errs59 = errors;
if((!((typeof data24 == "number") && (isFinite(data24)))) && (data24 !== null)){
validate16.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/type",keyword:"type",params:{type: schema20.properties.total.type},message:"must be number,null"}];
return false;
}
if(errors === _errs59){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 0 || isNaN(data24)){
validate16.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs59 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
}
}
else {
validate16.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs47 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate16.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate16.errors = vErrors;
return errors === 0;
}

const schema42 = {"type":"object","description":"What a REST API reported about itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","otherChainId","moniker","version","sdkVersion","appVersion","httpStatus","txIndex","lowestBlock","lowestState","simulate","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"version":{"type":["string","null"],"description":"The version of CometBFT, or of what the chain runs in its place."},"sdkVersion":{"type":["string","null"],"description":"The version of the Cosmos SDK."},"appVersion":{"type":["string","null"],"description":"The version of the chain's program."},"httpStatus":{"type":["integer","null"],"description":"The HTTP status of the first answer."},"txIndex":{"$ref":"#/definitions/capability","description":"Whether it has an index of transactions: as it says, and with --capabilities as it answers a search."},"lowestBlock":{"type":["integer","null"],"minimum":1,"description":"The lowest block that it has. Null unless --capabilities asked for it, and if it is not known."},"lowestState":{"type":["integer","null"],"minimum":1,"description":"The lowest block whose state it has, as it reports (earliest_store_height). Null unless --capabilities asked for it, and if it is not known."},"simulate":{"$ref":"#/definitions/capability","description":"Whether a POST arrives at the node, as wallets simulate transactions."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((((((((data.address === undefined) && (missing0 = "address")) || ((data.chainId === undefined) && (missing0 = "chainId"))) || ((data.otherChainId === undefined) && (missing0 = "otherChainId"))) || ((data.moniker === undefined) && (missing0 = "moniker"))) || ((data.version === undefined) && (missing0 = "version"))) || ((data.sdkVersion === undefined) && (missing0 = "sdkVersion"))) || ((data.appVersion === undefined) && (missing0 = "appVersion"))) || ((data.httpStatus === undefined) && (missing0 = "httpStatus"))) || ((data.txIndex === undefined) && (missing0 = "txIndex"))) || ((data.lowestBlock === undefined) && (missing0 = "lowestBlock"))) || ((data.lowestState === undefined) && (missing0 = "lowestState"))) || ((data.simulate === undefined) && (missing0 = "simulate"))) || ((data.blockHeight === undefined) && (missing0 = "blockHeight"))) || ((data.blockTime === undefined) && (missing0 = "blockTime"))) || ((data.otherHead === undefined) && (missing0 = "otherHead"))) || ((data.archive === undefined) && (missing0 = "archive"))) || ((data.cors === undefined) && (missing0 = "cors"))) || ((data.tlsVersion === undefined) && (missing0 = "tlsVersion"))) || ((data.certificateExpiresAt === undefined) && (missing0 = "certificateExpiresAt"))) || ((data.phasesMs === undefined) && (missing0 = "phasesMs"))){
validate18.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema42.properties, key0))){
validate18.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.address !== undefined){
let data0 = data.address;
const _errs2 = errors;
if((typeof data0 !== "string") && (data0 !== null)){
validate18.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: schema42.properties.address.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.chainId !== undefined){
let data1 = data.chainId;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate18.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/properties/chainId/type",keyword:"type",params:{type: schema42.properties.chainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherChainId !== undefined){
let data2 = data.otherChainId;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate18.errors = [{instancePath:instancePath+"/otherChainId",schemaPath:"#/properties/otherChainId/type",keyword:"type",params:{type: schema42.properties.otherChainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.moniker !== undefined){
let data3 = data.moniker;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate18.errors = [{instancePath:instancePath+"/moniker",schemaPath:"#/properties/moniker/type",keyword:"type",params:{type: schema42.properties.moniker.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.version !== undefined){
let data4 = data.version;
const _errs10 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate18.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: schema42.properties.version.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sdkVersion !== undefined){
let data5 = data.sdkVersion;
const _errs12 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate18.errors = [{instancePath:instancePath+"/sdkVersion",schemaPath:"#/properties/sdkVersion/type",keyword:"type",params:{type: schema42.properties.sdkVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.appVersion !== undefined){
let data6 = data.appVersion;
const _errs14 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate18.errors = [{instancePath:instancePath+"/appVersion",schemaPath:"#/properties/appVersion/type",keyword:"type",params:{type: schema42.properties.appVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.httpStatus !== undefined){
let data7 = data.httpStatus;
const _errs16 = errors;
if((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (data7 !== null)){
validate18.errors = [{instancePath:instancePath+"/httpStatus",schemaPath:"#/properties/httpStatus/type",keyword:"type",params:{type: schema42.properties.httpStatus.type},message:"must be integer,null"}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.txIndex !== undefined){
let data8 = data.txIndex;
const _errs18 = errors;
if((typeof data8 !== "boolean") && (data8 !== null)){
validate18.errors = [{instancePath:instancePath+"/txIndex",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lowestBlock !== undefined){
let data9 = data.lowestBlock;
const _errs21 = errors;
if((!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))) && (data9 !== null)){
validate18.errors = [{instancePath:instancePath+"/lowestBlock",schemaPath:"#/properties/lowestBlock/type",keyword:"type",params:{type: schema42.properties.lowestBlock.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs21){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 1 || isNaN(data9)){
validate18.errors = [{instancePath:instancePath+"/lowestBlock",schemaPath:"#/properties/lowestBlock/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lowestState !== undefined){
let data10 = data.lowestState;
const _errs23 = errors;
if((!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))) && (data10 !== null)){
validate18.errors = [{instancePath:instancePath+"/lowestState",schemaPath:"#/properties/lowestState/type",keyword:"type",params:{type: schema42.properties.lowestState.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs23){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 1 || isNaN(data10)){
validate18.errors = [{instancePath:instancePath+"/lowestState",schemaPath:"#/properties/lowestState/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.simulate !== undefined){
let data11 = data.simulate;
const _errs25 = errors;
if((typeof data11 !== "boolean") && (data11 !== null)){
validate18.errors = [{instancePath:instancePath+"/simulate",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHeight !== undefined){
let data12 = data.blockHeight;
const _errs28 = errors;
const _errs29 = errors;
if(((!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))) && (typeof data12 !== "string")) && (data12 !== null)){
validate18.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs29){
if(typeof data12 === "string"){
if(!pattern2.test(data12)){
validate18.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockTime !== undefined){
let data13 = data.blockTime;
const _errs31 = errors;
const _errs32 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate18.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs32){
if(typeof data13 === "string"){
if(!pattern3.test(data13)){
validate18.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherHead !== undefined){
let data14 = data.otherHead;
const _errs34 = errors;
if((!(data14 && typeof data14 == "object" && !Array.isArray(data14))) && (data14 !== null)){
validate18.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/type",keyword:"type",params:{type: schema42.properties.otherHead.type},message:"must be object,null"}];
return false;
}
if(errors === _errs34){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing1;
if((((data14.blockHeight === undefined) && (missing1 = "blockHeight")) || ((data14.blockTime === undefined) && (missing1 = "blockTime"))) || ((data14.syncing === undefined) && (missing1 = "syncing"))){
validate18.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs36 = errors;
for(const key1 in data14){
if(!(((key1 === "blockHeight") || (key1 === "blockTime")) || (key1 === "syncing"))){
validate18.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs36 === errors){
if(data14.blockHeight !== undefined){
let data15 = data14.blockHeight;
const _errs37 = errors;
const _errs38 = errors;
if(((!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))) && (typeof data15 !== "string")) && (data15 !== null)){
validate18.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs38){
if(typeof data15 === "string"){
if(!pattern2.test(data15)){
validate18.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid5 = _errs37 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.blockTime !== undefined){
let data16 = data14.blockTime;
const _errs40 = errors;
const _errs41 = errors;
if((typeof data16 !== "string") && (data16 !== null)){
validate18.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs41){
if(typeof data16 === "string"){
if(!pattern3.test(data16)){
validate18.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid5 = _errs40 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.syncing !== undefined){
const _errs43 = errors;
if(typeof data14.syncing !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/otherHead/syncing",schemaPath:"#/properties/otherHead/properties/syncing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid5 = _errs43 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.archive !== undefined){
let data18 = data.archive;
const _errs45 = errors;
if((typeof data18 !== "boolean") && (data18 !== null)){
validate18.errors = [{instancePath:instancePath+"/archive",schemaPath:"#/properties/archive/type",keyword:"type",params:{type: schema42.properties.archive.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs45 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cors !== undefined){
let data19 = data.cors;
const _errs47 = errors;
if((typeof data19 !== "boolean") && (data19 !== null)){
validate18.errors = [{instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/type",keyword:"type",params:{type: schema42.properties.cors.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs47 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tlsVersion !== undefined){
let data20 = data.tlsVersion;
const _errs49 = errors;
if((typeof data20 !== "string") && (data20 !== null)){
validate18.errors = [{instancePath:instancePath+"/tlsVersion",schemaPath:"#/properties/tlsVersion/type",keyword:"type",params:{type: schema42.properties.tlsVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs49 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificateExpiresAt !== undefined){
let data21 = data.certificateExpiresAt;
const _errs51 = errors;
const _errs52 = errors;
if((typeof data21 !== "string") && (data21 !== null)){
validate18.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs52){
if(typeof data21 === "string"){
if(!pattern3.test(data21)){
validate18.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs51 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phasesMs !== undefined){
let data22 = data.phasesMs;
const _errs54 = errors;
const _errs55 = errors;
if(errors === _errs55){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
let missing2;
if((((((data22.dns === undefined) && (missing2 = "dns")) || ((data22.connect === undefined) && (missing2 = "connect"))) || ((data22.tls === undefined) && (missing2 = "tls"))) || ((data22.firstByte === undefined) && (missing2 = "firstByte"))) || ((data22.total === undefined) && (missing2 = "total"))){
validate18.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs57 = errors;
for(const key2 in data22){
if(!(((((key2 === "dns") || (key2 === "connect")) || (key2 === "tls")) || (key2 === "firstByte")) || (key2 === "total"))){
validate18.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs57 === errors){
if(data22.dns !== undefined){
let data23 = data22.dns;
const _errs58 = errors;
if((!((typeof data23 == "number") && (isFinite(data23)))) && (data23 !== null)){
validate18.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/type",keyword:"type",params:{type: schema20.properties.dns.type},message:"must be number,null"}];
return false;
}
if(errors === _errs58){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 0 || isNaN(data23)){
validate18.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid10 = _errs58 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data22.connect !== undefined){
let data24 = data22.connect;
const _errs60 = errors;
if((!((typeof data24 == "number") && (isFinite(data24)))) && (data24 !== null)){
validate18.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/type",keyword:"type",params:{type: schema20.properties.connect.type},message:"must be number,null"}];
return false;
}
if(errors === _errs60){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 0 || isNaN(data24)){
validate18.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid10 = _errs60 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data22.tls !== undefined){
let data25 = data22.tls;
const _errs62 = errors;
if((!((typeof data25 == "number") && (isFinite(data25)))) && (data25 !== null)){
validate18.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/type",keyword:"type",params:{type: schema20.properties.tls.type},message:"must be number,null"}];
return false;
}
if(errors === _errs62){
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 < 0 || isNaN(data25)){
validate18.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid10 = _errs62 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data22.firstByte !== undefined){
let data26 = data22.firstByte;
const _errs64 = errors;
if((!((typeof data26 == "number") && (isFinite(data26)))) && (data26 !== null)){
validate18.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/type",keyword:"type",params:{type: schema20.properties.firstByte.type},message:"must be number,null"}];
return false;
}
if(errors === _errs64){
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 < 0 || isNaN(data26)){
validate18.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid10 = _errs64 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data22.total !== undefined){
let data27 = data22.total;
const _errs66 = errors;
if((!((typeof data27 == "number") && (isFinite(data27)))) && (data27 !== null)){
validate18.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/type",keyword:"type",params:{type: schema20.properties.total.type},message:"must be number,null"}];
return false;
}
if(errors === _errs66){
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 < 0 || isNaN(data27)){
validate18.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid10 = _errs66 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs54 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate18.errors = vErrors;
return errors === 0;
}

const schema51 = {"type":"object","description":"What a gRPC-web endpoint reported about itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","otherChainId","moniker","sdkVersion","appVersion","httpStatus","txIndex","lowestBlock","lowestState","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"sdkVersion":{"type":["string","null"],"description":"The version of the Cosmos SDK."},"appVersion":{"type":["string","null"],"description":"The version of the chain's program."},"httpStatus":{"type":["integer","null"],"description":"The HTTP status of the first answer."},"txIndex":{"$ref":"#/definitions/capability","description":"Whether it has an index of transactions: as it says, and with --capabilities as it answers a search."},"lowestBlock":{"type":["integer","null"],"minimum":1,"description":"The lowest block that it has. Null unless --capabilities asked for it, and if it is not known."},"lowestState":{"type":["integer","null"],"minimum":1,"description":"The lowest block whose state it has, as it reports (earliest_store_height). Null unless --capabilities asked for it, and if it is not known."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((((((data.address === undefined) && (missing0 = "address")) || ((data.chainId === undefined) && (missing0 = "chainId"))) || ((data.otherChainId === undefined) && (missing0 = "otherChainId"))) || ((data.moniker === undefined) && (missing0 = "moniker"))) || ((data.sdkVersion === undefined) && (missing0 = "sdkVersion"))) || ((data.appVersion === undefined) && (missing0 = "appVersion"))) || ((data.httpStatus === undefined) && (missing0 = "httpStatus"))) || ((data.txIndex === undefined) && (missing0 = "txIndex"))) || ((data.lowestBlock === undefined) && (missing0 = "lowestBlock"))) || ((data.lowestState === undefined) && (missing0 = "lowestState"))) || ((data.blockHeight === undefined) && (missing0 = "blockHeight"))) || ((data.blockTime === undefined) && (missing0 = "blockTime"))) || ((data.otherHead === undefined) && (missing0 = "otherHead"))) || ((data.archive === undefined) && (missing0 = "archive"))) || ((data.cors === undefined) && (missing0 = "cors"))) || ((data.tlsVersion === undefined) && (missing0 = "tlsVersion"))) || ((data.certificateExpiresAt === undefined) && (missing0 = "certificateExpiresAt"))) || ((data.phasesMs === undefined) && (missing0 = "phasesMs"))){
validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema51.properties, key0))){
validate20.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.address !== undefined){
let data0 = data.address;
const _errs2 = errors;
if((typeof data0 !== "string") && (data0 !== null)){
validate20.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: schema51.properties.address.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.chainId !== undefined){
let data1 = data.chainId;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate20.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/properties/chainId/type",keyword:"type",params:{type: schema51.properties.chainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherChainId !== undefined){
let data2 = data.otherChainId;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate20.errors = [{instancePath:instancePath+"/otherChainId",schemaPath:"#/properties/otherChainId/type",keyword:"type",params:{type: schema51.properties.otherChainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.moniker !== undefined){
let data3 = data.moniker;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate20.errors = [{instancePath:instancePath+"/moniker",schemaPath:"#/properties/moniker/type",keyword:"type",params:{type: schema51.properties.moniker.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sdkVersion !== undefined){
let data4 = data.sdkVersion;
const _errs10 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate20.errors = [{instancePath:instancePath+"/sdkVersion",schemaPath:"#/properties/sdkVersion/type",keyword:"type",params:{type: schema51.properties.sdkVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.appVersion !== undefined){
let data5 = data.appVersion;
const _errs12 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate20.errors = [{instancePath:instancePath+"/appVersion",schemaPath:"#/properties/appVersion/type",keyword:"type",params:{type: schema51.properties.appVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.httpStatus !== undefined){
let data6 = data.httpStatus;
const _errs14 = errors;
if((!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))) && (data6 !== null)){
validate20.errors = [{instancePath:instancePath+"/httpStatus",schemaPath:"#/properties/httpStatus/type",keyword:"type",params:{type: schema51.properties.httpStatus.type},message:"must be integer,null"}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.txIndex !== undefined){
let data7 = data.txIndex;
const _errs16 = errors;
if((typeof data7 !== "boolean") && (data7 !== null)){
validate20.errors = [{instancePath:instancePath+"/txIndex",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lowestBlock !== undefined){
let data8 = data.lowestBlock;
const _errs19 = errors;
if((!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))) && (data8 !== null)){
validate20.errors = [{instancePath:instancePath+"/lowestBlock",schemaPath:"#/properties/lowestBlock/type",keyword:"type",params:{type: schema51.properties.lowestBlock.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs19){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 1 || isNaN(data8)){
validate20.errors = [{instancePath:instancePath+"/lowestBlock",schemaPath:"#/properties/lowestBlock/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lowestState !== undefined){
let data9 = data.lowestState;
const _errs21 = errors;
if((!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))) && (data9 !== null)){
validate20.errors = [{instancePath:instancePath+"/lowestState",schemaPath:"#/properties/lowestState/type",keyword:"type",params:{type: schema51.properties.lowestState.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs21){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 1 || isNaN(data9)){
validate20.errors = [{instancePath:instancePath+"/lowestState",schemaPath:"#/properties/lowestState/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHeight !== undefined){
let data10 = data.blockHeight;
const _errs23 = errors;
const _errs24 = errors;
if(((!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))) && (typeof data10 !== "string")) && (data10 !== null)){
validate20.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs24){
if(typeof data10 === "string"){
if(!pattern2.test(data10)){
validate20.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockTime !== undefined){
let data11 = data.blockTime;
const _errs26 = errors;
const _errs27 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate20.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs27){
if(typeof data11 === "string"){
if(!pattern3.test(data11)){
validate20.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherHead !== undefined){
let data12 = data.otherHead;
const _errs29 = errors;
if((!(data12 && typeof data12 == "object" && !Array.isArray(data12))) && (data12 !== null)){
validate20.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/type",keyword:"type",params:{type: schema51.properties.otherHead.type},message:"must be object,null"}];
return false;
}
if(errors === _errs29){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing1;
if((((data12.blockHeight === undefined) && (missing1 = "blockHeight")) || ((data12.blockTime === undefined) && (missing1 = "blockTime"))) || ((data12.syncing === undefined) && (missing1 = "syncing"))){
validate20.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs31 = errors;
for(const key1 in data12){
if(!(((key1 === "blockHeight") || (key1 === "blockTime")) || (key1 === "syncing"))){
validate20.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs31 === errors){
if(data12.blockHeight !== undefined){
let data13 = data12.blockHeight;
const _errs32 = errors;
const _errs33 = errors;
if(((!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))) && (typeof data13 !== "string")) && (data13 !== null)){
validate20.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs33){
if(typeof data13 === "string"){
if(!pattern2.test(data13)){
validate20.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.blockTime !== undefined){
let data14 = data12.blockTime;
const _errs35 = errors;
const _errs36 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate20.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs36){
if(typeof data14 === "string"){
if(!pattern3.test(data14)){
validate20.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid4 = _errs35 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.syncing !== undefined){
const _errs38 = errors;
if(typeof data12.syncing !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/otherHead/syncing",schemaPath:"#/properties/otherHead/properties/syncing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs38 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.archive !== undefined){
let data16 = data.archive;
const _errs40 = errors;
if((typeof data16 !== "boolean") && (data16 !== null)){
validate20.errors = [{instancePath:instancePath+"/archive",schemaPath:"#/properties/archive/type",keyword:"type",params:{type: schema51.properties.archive.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs40 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cors !== undefined){
let data17 = data.cors;
const _errs42 = errors;
if((typeof data17 !== "boolean") && (data17 !== null)){
validate20.errors = [{instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/type",keyword:"type",params:{type: schema51.properties.cors.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs42 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tlsVersion !== undefined){
let data18 = data.tlsVersion;
const _errs44 = errors;
if((typeof data18 !== "string") && (data18 !== null)){
validate20.errors = [{instancePath:instancePath+"/tlsVersion",schemaPath:"#/properties/tlsVersion/type",keyword:"type",params:{type: schema51.properties.tlsVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs44 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificateExpiresAt !== undefined){
let data19 = data.certificateExpiresAt;
const _errs46 = errors;
const _errs47 = errors;
if((typeof data19 !== "string") && (data19 !== null)){
validate20.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs47){
if(typeof data19 === "string"){
if(!pattern3.test(data19)){
validate20.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs46 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phasesMs !== undefined){
let data20 = data.phasesMs;
const _errs49 = errors;
const _errs50 = errors;
if(errors === _errs50){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing2;
if((((((data20.dns === undefined) && (missing2 = "dns")) || ((data20.connect === undefined) && (missing2 = "connect"))) || ((data20.tls === undefined) && (missing2 = "tls"))) || ((data20.firstByte === undefined) && (missing2 = "firstByte"))) || ((data20.total === undefined) && (missing2 = "total"))){
validate20.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs52 = errors;
for(const key2 in data20){
if(!(((((key2 === "dns") || (key2 === "connect")) || (key2 === "tls")) || (key2 === "firstByte")) || (key2 === "total"))){
validate20.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs52 === errors){
if(data20.dns !== undefined){
let data21 = data20.dns;
const _errs53 = errors;
if((!((typeof data21 == "number") && (isFinite(data21)))) && (data21 !== null)){
validate20.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/type",keyword:"type",params:{type: schema20.properties.dns.type},message:"must be number,null"}];
return false;
}
if(errors === _errs53){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < 0 || isNaN(data21)){
validate20.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs53 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data20.connect !== undefined){
let data22 = data20.connect;
const _errs55 = errors;
if((!((typeof data22 == "number") && (isFinite(data22)))) && (data22 !== null)){
validate20.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/type",keyword:"type",params:{type: schema20.properties.connect.type},message:"must be number,null"}];
return false;
}
if(errors === _errs55){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 < 0 || isNaN(data22)){
validate20.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs55 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data20.tls !== undefined){
let data23 = data20.tls;
const _errs57 = errors;
if((!((typeof data23 == "number") && (isFinite(data23)))) && (data23 !== null)){
validate20.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/type",keyword:"type",params:{type: schema20.properties.tls.type},message:"must be number,null"}];
return false;
}
if(errors === _errs57){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 0 || isNaN(data23)){
validate20.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs57 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data20.firstByte !== undefined){
let data24 = data20.firstByte;
const _errs59 = errors;
if((!((typeof data24 == "number") && (isFinite(data24)))) && (data24 !== null)){
validate20.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/type",keyword:"type",params:{type: schema20.properties.firstByte.type},message:"must be number,null"}];
return false;
}
if(errors === _errs59){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 0 || isNaN(data24)){
validate20.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs59 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data20.total !== undefined){
let data25 = data20.total;
const _errs61 = errors;
if((!((typeof data25 == "number") && (isFinite(data25)))) && (data25 !== null)){
validate20.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/type",keyword:"type",params:{type: schema20.properties.total.type},message:"must be number,null"}];
return false;
}
if(errors === _errs61){
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 < 0 || isNaN(data25)){
validate20.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs61 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs49 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}

const schema59 = {"type":"object","description":"What a CometBFT websocket reported about itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","otherChainId","moniker","version","subscription","txIndex","lowestBlock","lowestState","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"version":{"type":["string","null"],"description":"The version of CometBFT."},"subscription":{"enum":["confirmed","event",null],"description":"Whether new blocks can be subscribed to: confirmed by the endpoint, or an event came too in the moment that the check waited; null if it was refused, or is unknown."},"txIndex":{"$ref":"#/definitions/capability","description":"Whether it has an index of transactions: as it says, and with --capabilities as it answers a search."},"lowestBlock":{"type":["integer","null"],"minimum":1,"description":"The lowest block that it has. Null unless --capabilities asked for it, and if it is not known."},"lowestState":{"type":["integer","null"],"minimum":1,"description":"The lowest block whose state it has, as it reports (earliest_store_height). Null unless --capabilities asked for it, and if it is not known."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((((data.address === undefined) && (missing0 = "address")) || ((data.chainId === undefined) && (missing0 = "chainId"))) || ((data.otherChainId === undefined) && (missing0 = "otherChainId"))) || ((data.moniker === undefined) && (missing0 = "moniker"))) || ((data.version === undefined) && (missing0 = "version"))) || ((data.subscription === undefined) && (missing0 = "subscription"))) || ((data.txIndex === undefined) && (missing0 = "txIndex"))) || ((data.lowestBlock === undefined) && (missing0 = "lowestBlock"))) || ((data.lowestState === undefined) && (missing0 = "lowestState"))) || ((data.blockHeight === undefined) && (missing0 = "blockHeight"))) || ((data.blockTime === undefined) && (missing0 = "blockTime"))) || ((data.otherHead === undefined) && (missing0 = "otherHead"))) || ((data.archive === undefined) && (missing0 = "archive"))) || ((data.cors === undefined) && (missing0 = "cors"))) || ((data.tlsVersion === undefined) && (missing0 = "tlsVersion"))) || ((data.certificateExpiresAt === undefined) && (missing0 = "certificateExpiresAt"))) || ((data.phasesMs === undefined) && (missing0 = "phasesMs"))){
validate22.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema59.properties, key0))){
validate22.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.address !== undefined){
let data0 = data.address;
const _errs2 = errors;
if((typeof data0 !== "string") && (data0 !== null)){
validate22.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: schema59.properties.address.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.chainId !== undefined){
let data1 = data.chainId;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate22.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/properties/chainId/type",keyword:"type",params:{type: schema59.properties.chainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherChainId !== undefined){
let data2 = data.otherChainId;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate22.errors = [{instancePath:instancePath+"/otherChainId",schemaPath:"#/properties/otherChainId/type",keyword:"type",params:{type: schema59.properties.otherChainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.moniker !== undefined){
let data3 = data.moniker;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate22.errors = [{instancePath:instancePath+"/moniker",schemaPath:"#/properties/moniker/type",keyword:"type",params:{type: schema59.properties.moniker.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.version !== undefined){
let data4 = data.version;
const _errs10 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate22.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: schema59.properties.version.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.subscription !== undefined){
let data5 = data.subscription;
const _errs12 = errors;
if(!(((data5 === "confirmed") || (data5 === "event")) || (data5 === null))){
validate22.errors = [{instancePath:instancePath+"/subscription",schemaPath:"#/properties/subscription/enum",keyword:"enum",params:{allowedValues: schema59.properties.subscription.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.txIndex !== undefined){
let data6 = data.txIndex;
const _errs13 = errors;
if((typeof data6 !== "boolean") && (data6 !== null)){
validate22.errors = [{instancePath:instancePath+"/txIndex",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lowestBlock !== undefined){
let data7 = data.lowestBlock;
const _errs16 = errors;
if((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (data7 !== null)){
validate22.errors = [{instancePath:instancePath+"/lowestBlock",schemaPath:"#/properties/lowestBlock/type",keyword:"type",params:{type: schema59.properties.lowestBlock.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs16){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 1 || isNaN(data7)){
validate22.errors = [{instancePath:instancePath+"/lowestBlock",schemaPath:"#/properties/lowestBlock/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lowestState !== undefined){
let data8 = data.lowestState;
const _errs18 = errors;
if((!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))) && (data8 !== null)){
validate22.errors = [{instancePath:instancePath+"/lowestState",schemaPath:"#/properties/lowestState/type",keyword:"type",params:{type: schema59.properties.lowestState.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs18){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 1 || isNaN(data8)){
validate22.errors = [{instancePath:instancePath+"/lowestState",schemaPath:"#/properties/lowestState/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHeight !== undefined){
let data9 = data.blockHeight;
const _errs20 = errors;
const _errs21 = errors;
if(((!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))) && (typeof data9 !== "string")) && (data9 !== null)){
validate22.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs21){
if(typeof data9 === "string"){
if(!pattern2.test(data9)){
validate22.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockTime !== undefined){
let data10 = data.blockTime;
const _errs23 = errors;
const _errs24 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate22.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs24){
if(typeof data10 === "string"){
if(!pattern3.test(data10)){
validate22.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherHead !== undefined){
let data11 = data.otherHead;
const _errs26 = errors;
if((!(data11 && typeof data11 == "object" && !Array.isArray(data11))) && (data11 !== null)){
validate22.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/type",keyword:"type",params:{type: schema59.properties.otherHead.type},message:"must be object,null"}];
return false;
}
if(errors === _errs26){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing1;
if((((data11.blockHeight === undefined) && (missing1 = "blockHeight")) || ((data11.blockTime === undefined) && (missing1 = "blockTime"))) || ((data11.syncing === undefined) && (missing1 = "syncing"))){
validate22.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs28 = errors;
for(const key1 in data11){
if(!(((key1 === "blockHeight") || (key1 === "blockTime")) || (key1 === "syncing"))){
validate22.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs28 === errors){
if(data11.blockHeight !== undefined){
let data12 = data11.blockHeight;
const _errs29 = errors;
const _errs30 = errors;
if(((!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))) && (typeof data12 !== "string")) && (data12 !== null)){
validate22.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs30){
if(typeof data12 === "string"){
if(!pattern2.test(data12)){
validate22.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.blockTime !== undefined){
let data13 = data11.blockTime;
const _errs32 = errors;
const _errs33 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate22.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs33){
if(typeof data13 === "string"){
if(!pattern3.test(data13)){
validate22.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.syncing !== undefined){
const _errs35 = errors;
if(typeof data11.syncing !== "boolean"){
validate22.errors = [{instancePath:instancePath+"/otherHead/syncing",schemaPath:"#/properties/otherHead/properties/syncing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs35 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.archive !== undefined){
let data15 = data.archive;
const _errs37 = errors;
if((typeof data15 !== "boolean") && (data15 !== null)){
validate22.errors = [{instancePath:instancePath+"/archive",schemaPath:"#/properties/archive/type",keyword:"type",params:{type: schema59.properties.archive.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cors !== undefined){
let data16 = data.cors;
const _errs39 = errors;
if((typeof data16 !== "boolean") && (data16 !== null)){
validate22.errors = [{instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/type",keyword:"type",params:{type: schema59.properties.cors.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs39 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tlsVersion !== undefined){
let data17 = data.tlsVersion;
const _errs41 = errors;
if((typeof data17 !== "string") && (data17 !== null)){
validate22.errors = [{instancePath:instancePath+"/tlsVersion",schemaPath:"#/properties/tlsVersion/type",keyword:"type",params:{type: schema59.properties.tlsVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs41 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificateExpiresAt !== undefined){
let data18 = data.certificateExpiresAt;
const _errs43 = errors;
const _errs44 = errors;
if((typeof data18 !== "string") && (data18 !== null)){
validate22.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs44){
if(typeof data18 === "string"){
if(!pattern3.test(data18)){
validate22.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs43 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phasesMs !== undefined){
let data19 = data.phasesMs;
const _errs46 = errors;
const _errs47 = errors;
if(errors === _errs47){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing2;
if((((((data19.dns === undefined) && (missing2 = "dns")) || ((data19.connect === undefined) && (missing2 = "connect"))) || ((data19.tls === undefined) && (missing2 = "tls"))) || ((data19.firstByte === undefined) && (missing2 = "firstByte"))) || ((data19.total === undefined) && (missing2 = "total"))){
validate22.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs49 = errors;
for(const key2 in data19){
if(!(((((key2 === "dns") || (key2 === "connect")) || (key2 === "tls")) || (key2 === "firstByte")) || (key2 === "total"))){
validate22.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs49 === errors){
if(data19.dns !== undefined){
let data20 = data19.dns;
const _errs50 = errors;
if((!((typeof data20 == "number") && (isFinite(data20)))) && (data20 !== null)){
validate22.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/type",keyword:"type",params:{type: schema20.properties.dns.type},message:"must be number,null"}];
return false;
}
if(errors === _errs50){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 < 0 || isNaN(data20)){
validate22.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs50 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.connect !== undefined){
let data21 = data19.connect;
const _errs52 = errors;
if((!((typeof data21 == "number") && (isFinite(data21)))) && (data21 !== null)){
validate22.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/type",keyword:"type",params:{type: schema20.properties.connect.type},message:"must be number,null"}];
return false;
}
if(errors === _errs52){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < 0 || isNaN(data21)){
validate22.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs52 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.tls !== undefined){
let data22 = data19.tls;
const _errs54 = errors;
if((!((typeof data22 == "number") && (isFinite(data22)))) && (data22 !== null)){
validate22.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/type",keyword:"type",params:{type: schema20.properties.tls.type},message:"must be number,null"}];
return false;
}
if(errors === _errs54){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 < 0 || isNaN(data22)){
validate22.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs54 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.firstByte !== undefined){
let data23 = data19.firstByte;
const _errs56 = errors;
if((!((typeof data23 == "number") && (isFinite(data23)))) && (data23 !== null)){
validate22.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/type",keyword:"type",params:{type: schema20.properties.firstByte.type},message:"must be number,null"}];
return false;
}
if(errors === _errs56){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 0 || isNaN(data23)){
validate22.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs56 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data19.total !== undefined){
let data24 = data19.total;
const _errs58 = errors;
if((!((typeof data24 == "number") && (isFinite(data24)))) && (data24 !== null)){
validate22.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/type",keyword:"type",params:{type: schema20.properties.total.type},message:"must be number,null"}];
return false;
}
if(errors === _errs58){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 0 || isNaN(data24)){
validate22.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid9 = _errs58 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs46 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}

const schema67 = {"type":"object","description":"What an EVM websocket reported about itself.","additionalProperties":false,"required":["address","chainId","otherChainId","subscription","logs","finalized","safe","debug","trace","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"$ref":"#/definitions/quantity"},"otherChainId":{"$ref":"#/definitions/quantity","description":"Another chain id that the endpoint reported in the same check."},"subscription":{"enum":["confirmed","event",null],"description":"Whether new blocks can be subscribed to: confirmed by the endpoint, or an event came too in the moment that the check waited; null if it was refused, or is unknown."},"logs":{"type":["object","null"],"description":"Searches for logs (eth_getLogs); null unless --capabilities asked for them.","additionalProperties":false,"required":["maxRange"],"properties":{"maxRange":{"type":["integer","null"],"minimum":0,"description":"The widest search that was answered, in blocks, or what the refusal of a wider one names: at most 10,000 is tried. 0 if not even one block is answered, null if that is not known."}}},"finalized":{"$ref":"#/definitions/capability","description":"Whether it answers for the newest final block (the tag finalized)."},"safe":{"$ref":"#/definitions/capability","description":"Whether it answers for the newest safe block (the tag safe)."},"debug":{"$ref":"#/definitions/capability","description":"Whether it has debug_traceTransaction."},"trace":{"$ref":"#/definitions/capability","description":"Whether it has trace_transaction."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((((data.address === undefined) && (missing0 = "address")) || ((data.chainId === undefined) && (missing0 = "chainId"))) || ((data.otherChainId === undefined) && (missing0 = "otherChainId"))) || ((data.subscription === undefined) && (missing0 = "subscription"))) || ((data.logs === undefined) && (missing0 = "logs"))) || ((data.finalized === undefined) && (missing0 = "finalized"))) || ((data.safe === undefined) && (missing0 = "safe"))) || ((data.debug === undefined) && (missing0 = "debug"))) || ((data.trace === undefined) && (missing0 = "trace"))) || ((data.blockHeight === undefined) && (missing0 = "blockHeight"))) || ((data.blockTime === undefined) && (missing0 = "blockTime"))) || ((data.otherHead === undefined) && (missing0 = "otherHead"))) || ((data.archive === undefined) && (missing0 = "archive"))) || ((data.cors === undefined) && (missing0 = "cors"))) || ((data.tlsVersion === undefined) && (missing0 = "tlsVersion"))) || ((data.certificateExpiresAt === undefined) && (missing0 = "certificateExpiresAt"))) || ((data.phasesMs === undefined) && (missing0 = "phasesMs"))){
validate24.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema67.properties, key0))){
validate24.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.address !== undefined){
let data0 = data.address;
const _errs2 = errors;
if((typeof data0 !== "string") && (data0 !== null)){
validate24.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: schema67.properties.address.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.chainId !== undefined){
let data1 = data.chainId;
const _errs4 = errors;
const _errs5 = errors;
if(((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (typeof data1 !== "string")) && (data1 !== null)){
validate24.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs5){
if(typeof data1 === "string"){
if(!pattern2.test(data1)){
validate24.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherChainId !== undefined){
let data2 = data.otherChainId;
const _errs7 = errors;
const _errs8 = errors;
if(((!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))) && (typeof data2 !== "string")) && (data2 !== null)){
validate24.errors = [{instancePath:instancePath+"/otherChainId",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs8){
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
validate24.errors = [{instancePath:instancePath+"/otherChainId",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.subscription !== undefined){
let data3 = data.subscription;
const _errs10 = errors;
if(!(((data3 === "confirmed") || (data3 === "event")) || (data3 === null))){
validate24.errors = [{instancePath:instancePath+"/subscription",schemaPath:"#/properties/subscription/enum",keyword:"enum",params:{allowedValues: schema67.properties.subscription.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logs !== undefined){
let data4 = data.logs;
const _errs11 = errors;
if((!(data4 && typeof data4 == "object" && !Array.isArray(data4))) && (data4 !== null)){
validate24.errors = [{instancePath:instancePath+"/logs",schemaPath:"#/properties/logs/type",keyword:"type",params:{type: schema67.properties.logs.type},message:"must be object,null"}];
return false;
}
if(errors === _errs11){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if((data4.maxRange === undefined) && (missing1 = "maxRange")){
validate24.errors = [{instancePath:instancePath+"/logs",schemaPath:"#/properties/logs/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs13 = errors;
for(const key1 in data4){
if(!(key1 === "maxRange")){
validate24.errors = [{instancePath:instancePath+"/logs",schemaPath:"#/properties/logs/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs13 === errors){
if(data4.maxRange !== undefined){
let data5 = data4.maxRange;
const _errs14 = errors;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
validate24.errors = [{instancePath:instancePath+"/logs/maxRange",schemaPath:"#/properties/logs/properties/maxRange/type",keyword:"type",params:{type: schema67.properties.logs.properties.maxRange.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs14){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
validate24.errors = [{instancePath:instancePath+"/logs/maxRange",schemaPath:"#/properties/logs/properties/maxRange/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.finalized !== undefined){
let data6 = data.finalized;
const _errs16 = errors;
if((typeof data6 !== "boolean") && (data6 !== null)){
validate24.errors = [{instancePath:instancePath+"/finalized",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.safe !== undefined){
let data7 = data.safe;
const _errs19 = errors;
if((typeof data7 !== "boolean") && (data7 !== null)){
validate24.errors = [{instancePath:instancePath+"/safe",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.debug !== undefined){
let data8 = data.debug;
const _errs22 = errors;
if((typeof data8 !== "boolean") && (data8 !== null)){
validate24.errors = [{instancePath:instancePath+"/debug",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.trace !== undefined){
let data9 = data.trace;
const _errs25 = errors;
if((typeof data9 !== "boolean") && (data9 !== null)){
validate24.errors = [{instancePath:instancePath+"/trace",schemaPath:"#/definitions/capability/type",keyword:"type",params:{type: schema14.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHeight !== undefined){
let data10 = data.blockHeight;
const _errs28 = errors;
const _errs29 = errors;
if(((!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))) && (typeof data10 !== "string")) && (data10 !== null)){
validate24.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs29){
if(typeof data10 === "string"){
if(!pattern2.test(data10)){
validate24.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockTime !== undefined){
let data11 = data.blockTime;
const _errs31 = errors;
const _errs32 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate24.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs32){
if(typeof data11 === "string"){
if(!pattern3.test(data11)){
validate24.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherHead !== undefined){
let data12 = data.otherHead;
const _errs34 = errors;
if((!(data12 && typeof data12 == "object" && !Array.isArray(data12))) && (data12 !== null)){
validate24.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/type",keyword:"type",params:{type: schema67.properties.otherHead.type},message:"must be object,null"}];
return false;
}
if(errors === _errs34){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing2;
if((((data12.blockHeight === undefined) && (missing2 = "blockHeight")) || ((data12.blockTime === undefined) && (missing2 = "blockTime"))) || ((data12.syncing === undefined) && (missing2 = "syncing"))){
validate24.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs36 = errors;
for(const key2 in data12){
if(!(((key2 === "blockHeight") || (key2 === "blockTime")) || (key2 === "syncing"))){
validate24.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs36 === errors){
if(data12.blockHeight !== undefined){
let data13 = data12.blockHeight;
const _errs37 = errors;
const _errs38 = errors;
if(((!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))) && (typeof data13 !== "string")) && (data13 !== null)){
validate24.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs38){
if(typeof data13 === "string"){
if(!pattern2.test(data13)){
validate24.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid10 = _errs37 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data12.blockTime !== undefined){
let data14 = data12.blockTime;
const _errs40 = errors;
const _errs41 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate24.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs41){
if(typeof data14 === "string"){
if(!pattern3.test(data14)){
validate24.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid10 = _errs40 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data12.syncing !== undefined){
const _errs43 = errors;
if(typeof data12.syncing !== "boolean"){
validate24.errors = [{instancePath:instancePath+"/otherHead/syncing",schemaPath:"#/properties/otherHead/properties/syncing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid10 = _errs43 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
}
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.archive !== undefined){
let data16 = data.archive;
const _errs45 = errors;
if((typeof data16 !== "boolean") && (data16 !== null)){
validate24.errors = [{instancePath:instancePath+"/archive",schemaPath:"#/properties/archive/type",keyword:"type",params:{type: schema67.properties.archive.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs45 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cors !== undefined){
let data17 = data.cors;
const _errs47 = errors;
if((typeof data17 !== "boolean") && (data17 !== null)){
validate24.errors = [{instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/type",keyword:"type",params:{type: schema67.properties.cors.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs47 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tlsVersion !== undefined){
let data18 = data.tlsVersion;
const _errs49 = errors;
if((typeof data18 !== "string") && (data18 !== null)){
validate24.errors = [{instancePath:instancePath+"/tlsVersion",schemaPath:"#/properties/tlsVersion/type",keyword:"type",params:{type: schema67.properties.tlsVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs49 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificateExpiresAt !== undefined){
let data19 = data.certificateExpiresAt;
const _errs51 = errors;
const _errs52 = errors;
if((typeof data19 !== "string") && (data19 !== null)){
validate24.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs52){
if(typeof data19 === "string"){
if(!pattern3.test(data19)){
validate24.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs51 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phasesMs !== undefined){
let data20 = data.phasesMs;
const _errs54 = errors;
const _errs55 = errors;
if(errors === _errs55){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing3;
if((((((data20.dns === undefined) && (missing3 = "dns")) || ((data20.connect === undefined) && (missing3 = "connect"))) || ((data20.tls === undefined) && (missing3 = "tls"))) || ((data20.firstByte === undefined) && (missing3 = "firstByte"))) || ((data20.total === undefined) && (missing3 = "total"))){
validate24.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
const _errs57 = errors;
for(const key3 in data20){
if(!(((((key3 === "dns") || (key3 === "connect")) || (key3 === "tls")) || (key3 === "firstByte")) || (key3 === "total"))){
validate24.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs57 === errors){
if(data20.dns !== undefined){
let data21 = data20.dns;
const _errs58 = errors;
if((!((typeof data21 == "number") && (isFinite(data21)))) && (data21 !== null)){
validate24.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/type",keyword:"type",params:{type: schema20.properties.dns.type},message:"must be number,null"}];
return false;
}
if(errors === _errs58){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < 0 || isNaN(data21)){
validate24.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs58 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data20.connect !== undefined){
let data22 = data20.connect;
const _errs60 = errors;
if((!((typeof data22 == "number") && (isFinite(data22)))) && (data22 !== null)){
validate24.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/type",keyword:"type",params:{type: schema20.properties.connect.type},message:"must be number,null"}];
return false;
}
if(errors === _errs60){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 < 0 || isNaN(data22)){
validate24.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs60 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data20.tls !== undefined){
let data23 = data20.tls;
const _errs62 = errors;
if((!((typeof data23 == "number") && (isFinite(data23)))) && (data23 !== null)){
validate24.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/type",keyword:"type",params:{type: schema20.properties.tls.type},message:"must be number,null"}];
return false;
}
if(errors === _errs62){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 0 || isNaN(data23)){
validate24.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs62 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data20.firstByte !== undefined){
let data24 = data20.firstByte;
const _errs64 = errors;
if((!((typeof data24 == "number") && (isFinite(data24)))) && (data24 !== null)){
validate24.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/type",keyword:"type",params:{type: schema20.properties.firstByte.type},message:"must be number,null"}];
return false;
}
if(errors === _errs64){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 0 || isNaN(data24)){
validate24.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs64 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data20.total !== undefined){
let data25 = data20.total;
const _errs66 = errors;
if((!((typeof data25 == "number") && (isFinite(data25)))) && (data25 !== null)){
validate24.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/type",keyword:"type",params:{type: schema20.properties.total.type},message:"must be number,null"}];
return false;
}
if(errors === _errs66){
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 < 0 || isNaN(data25)){
validate24.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs66 === errors;
}
else {
var valid15 = true;
}
}
}
}
}
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs54 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate24.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate24.errors = vErrors;
return errors === 0;
}

const schema80 = {"type":"object","description":"What a Solana endpoint reported about itself. Its strings are untrusted text: escape them. Its chain id is the hash of the genesis block, its block height the slot of the newest block.","additionalProperties":false,"required":["address","chainId","otherChainId","version","httpStatus","blockHeight","blockTime","otherHead","archive","cors","tlsVersion","certificateExpiresAt","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"otherChainId":{"type":["string","null"],"description":"Another chain id that the endpoint reported in the same check."},"version":{"type":["string","null"],"description":"The version of the node's software (solana-core)."},"httpStatus":{"type":["integer","null"],"description":"The HTTP status of the first answer."},"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"otherHead":{"type":["object","null"],"description":"What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit.","additionalProperties":false,"required":["blockHeight","blockTime","syncing"],"properties":{"blockHeight":{"$ref":"#/definitions/quantity"},"blockTime":{"$ref":"#/definitions/time"},"syncing":{"type":"boolean","description":"Whether it is catching up and another answer is not."}}},"archive":{"type":["boolean","null"],"description":"Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor --capabilities asks, and if it is not known."},"cors":{"type":["boolean","null"],"description":"Whether pages of other origins may use it; null if the run did not check it, or it is unknown."},"tlsVersion":{"type":["string","null"],"description":"The version of TLS, such as TLSv1.3; null without TLS."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((data.address === undefined) && (missing0 = "address")) || ((data.chainId === undefined) && (missing0 = "chainId"))) || ((data.otherChainId === undefined) && (missing0 = "otherChainId"))) || ((data.version === undefined) && (missing0 = "version"))) || ((data.httpStatus === undefined) && (missing0 = "httpStatus"))) || ((data.blockHeight === undefined) && (missing0 = "blockHeight"))) || ((data.blockTime === undefined) && (missing0 = "blockTime"))) || ((data.otherHead === undefined) && (missing0 = "otherHead"))) || ((data.archive === undefined) && (missing0 = "archive"))) || ((data.cors === undefined) && (missing0 = "cors"))) || ((data.tlsVersion === undefined) && (missing0 = "tlsVersion"))) || ((data.certificateExpiresAt === undefined) && (missing0 = "certificateExpiresAt"))) || ((data.phasesMs === undefined) && (missing0 = "phasesMs"))){
validate26.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema80.properties, key0))){
validate26.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.address !== undefined){
let data0 = data.address;
const _errs2 = errors;
if((typeof data0 !== "string") && (data0 !== null)){
validate26.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: schema80.properties.address.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.chainId !== undefined){
let data1 = data.chainId;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate26.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/properties/chainId/type",keyword:"type",params:{type: schema80.properties.chainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherChainId !== undefined){
let data2 = data.otherChainId;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate26.errors = [{instancePath:instancePath+"/otherChainId",schemaPath:"#/properties/otherChainId/type",keyword:"type",params:{type: schema80.properties.otherChainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.version !== undefined){
let data3 = data.version;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate26.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: schema80.properties.version.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.httpStatus !== undefined){
let data4 = data.httpStatus;
const _errs10 = errors;
if((!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))) && (data4 !== null)){
validate26.errors = [{instancePath:instancePath+"/httpStatus",schemaPath:"#/properties/httpStatus/type",keyword:"type",params:{type: schema80.properties.httpStatus.type},message:"must be integer,null"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHeight !== undefined){
let data5 = data.blockHeight;
const _errs12 = errors;
const _errs13 = errors;
if(((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (typeof data5 !== "string")) && (data5 !== null)){
validate26.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs13){
if(typeof data5 === "string"){
if(!pattern2.test(data5)){
validate26.errors = [{instancePath:instancePath+"/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockTime !== undefined){
let data6 = data.blockTime;
const _errs15 = errors;
const _errs16 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate26.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs16){
if(typeof data6 === "string"){
if(!pattern3.test(data6)){
validate26.errors = [{instancePath:instancePath+"/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.otherHead !== undefined){
let data7 = data.otherHead;
const _errs18 = errors;
if((!(data7 && typeof data7 == "object" && !Array.isArray(data7))) && (data7 !== null)){
validate26.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/type",keyword:"type",params:{type: schema80.properties.otherHead.type},message:"must be object,null"}];
return false;
}
if(errors === _errs18){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing1;
if((((data7.blockHeight === undefined) && (missing1 = "blockHeight")) || ((data7.blockTime === undefined) && (missing1 = "blockTime"))) || ((data7.syncing === undefined) && (missing1 = "syncing"))){
validate26.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs20 = errors;
for(const key1 in data7){
if(!(((key1 === "blockHeight") || (key1 === "blockTime")) || (key1 === "syncing"))){
validate26.errors = [{instancePath:instancePath+"/otherHead",schemaPath:"#/properties/otherHead/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs20 === errors){
if(data7.blockHeight !== undefined){
let data8 = data7.blockHeight;
const _errs21 = errors;
const _errs22 = errors;
if(((!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))) && (typeof data8 !== "string")) && (data8 !== null)){
validate26.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/type",keyword:"type",params:{type: schema15.type},message:"must be integer,string,null"}];
return false;
}
if(errors === _errs22){
if(typeof data8 === "string"){
if(!pattern2.test(data8)){
validate26.errors = [{instancePath:instancePath+"/otherHead/blockHeight",schemaPath:"#/definitions/quantity/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},message:"must match pattern \""+"^\\d+$"+"\""}];
return false;
}
}
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.blockTime !== undefined){
let data9 = data7.blockTime;
const _errs24 = errors;
const _errs25 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate26.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs25){
if(typeof data9 === "string"){
if(!pattern3.test(data9)){
validate26.errors = [{instancePath:instancePath+"/otherHead/blockTime",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.syncing !== undefined){
const _errs27 = errors;
if(typeof data7.syncing !== "boolean"){
validate26.errors = [{instancePath:instancePath+"/otherHead/syncing",schemaPath:"#/properties/otherHead/properties/syncing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid3 = _errs27 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.archive !== undefined){
let data11 = data.archive;
const _errs29 = errors;
if((typeof data11 !== "boolean") && (data11 !== null)){
validate26.errors = [{instancePath:instancePath+"/archive",schemaPath:"#/properties/archive/type",keyword:"type",params:{type: schema80.properties.archive.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cors !== undefined){
let data12 = data.cors;
const _errs31 = errors;
if((typeof data12 !== "boolean") && (data12 !== null)){
validate26.errors = [{instancePath:instancePath+"/cors",schemaPath:"#/properties/cors/type",keyword:"type",params:{type: schema80.properties.cors.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tlsVersion !== undefined){
let data13 = data.tlsVersion;
const _errs33 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate26.errors = [{instancePath:instancePath+"/tlsVersion",schemaPath:"#/properties/tlsVersion/type",keyword:"type",params:{type: schema80.properties.tlsVersion.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificateExpiresAt !== undefined){
let data14 = data.certificateExpiresAt;
const _errs35 = errors;
const _errs36 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate26.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs36){
if(typeof data14 === "string"){
if(!pattern3.test(data14)){
validate26.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phasesMs !== undefined){
let data15 = data.phasesMs;
const _errs38 = errors;
const _errs39 = errors;
if(errors === _errs39){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
let missing2;
if((((((data15.dns === undefined) && (missing2 = "dns")) || ((data15.connect === undefined) && (missing2 = "connect"))) || ((data15.tls === undefined) && (missing2 = "tls"))) || ((data15.firstByte === undefined) && (missing2 = "firstByte"))) || ((data15.total === undefined) && (missing2 = "total"))){
validate26.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs41 = errors;
for(const key2 in data15){
if(!(((((key2 === "dns") || (key2 === "connect")) || (key2 === "tls")) || (key2 === "firstByte")) || (key2 === "total"))){
validate26.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs41 === errors){
if(data15.dns !== undefined){
let data16 = data15.dns;
const _errs42 = errors;
if((!((typeof data16 == "number") && (isFinite(data16)))) && (data16 !== null)){
validate26.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/type",keyword:"type",params:{type: schema20.properties.dns.type},message:"must be number,null"}];
return false;
}
if(errors === _errs42){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 < 0 || isNaN(data16)){
validate26.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid8 = _errs42 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data15.connect !== undefined){
let data17 = data15.connect;
const _errs44 = errors;
if((!((typeof data17 == "number") && (isFinite(data17)))) && (data17 !== null)){
validate26.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/type",keyword:"type",params:{type: schema20.properties.connect.type},message:"must be number,null"}];
return false;
}
if(errors === _errs44){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
validate26.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid8 = _errs44 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data15.tls !== undefined){
let data18 = data15.tls;
const _errs46 = errors;
if((!((typeof data18 == "number") && (isFinite(data18)))) && (data18 !== null)){
validate26.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/type",keyword:"type",params:{type: schema20.properties.tls.type},message:"must be number,null"}];
return false;
}
if(errors === _errs46){
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 < 0 || isNaN(data18)){
validate26.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid8 = _errs46 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data15.firstByte !== undefined){
let data19 = data15.firstByte;
const _errs48 = errors;
if((!((typeof data19 == "number") && (isFinite(data19)))) && (data19 !== null)){
validate26.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/type",keyword:"type",params:{type: schema20.properties.firstByte.type},message:"must be number,null"}];
return false;
}
if(errors === _errs48){
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 < 0 || isNaN(data19)){
validate26.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid8 = _errs48 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data15.total !== undefined){
let data20 = data15.total;
const _errs50 = errors;
if((!((typeof data20 == "number") && (isFinite(data20)))) && (data20 !== null)){
validate26.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/type",keyword:"type",params:{type: schema20.properties.total.type},message:"must be number,null"}];
return false;
}
if(errors === _errs50){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 < 0 || isNaN(data20)){
validate26.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid8 = _errs50 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
}
}
else {
validate26.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs38 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate26.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate26.errors = vErrors;
return errors === 0;
}

const schema87 = {"type":"object","description":"What a peer showed of itself. Its strings are untrusted text: escape them.","additionalProperties":false,"required":["address","chainId","peerId","moniker","version","phasesMs"],"properties":{"address":{"type":["string","null"],"description":"The IP address and port that answered."},"chainId":{"type":["string","null"],"description":"The network of the node."},"peerId":{"type":["string","null"],"description":"The id that the key of the node proved."},"moniker":{"type":["string","null"],"description":"The name that the operator gave the node."},"version":{"type":["string","null"],"description":"The version of CometBFT, or of what the chain runs in its place."},"phasesMs":{"$ref":"#/definitions/phases"}}};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.address === undefined) && (missing0 = "address")) || ((data.chainId === undefined) && (missing0 = "chainId"))) || ((data.peerId === undefined) && (missing0 = "peerId"))) || ((data.moniker === undefined) && (missing0 = "moniker"))) || ((data.version === undefined) && (missing0 = "version"))) || ((data.phasesMs === undefined) && (missing0 = "phasesMs"))){
validate28.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "address") || (key0 === "chainId")) || (key0 === "peerId")) || (key0 === "moniker")) || (key0 === "version")) || (key0 === "phasesMs"))){
validate28.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.address !== undefined){
let data0 = data.address;
const _errs2 = errors;
if((typeof data0 !== "string") && (data0 !== null)){
validate28.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: schema87.properties.address.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.chainId !== undefined){
let data1 = data.chainId;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate28.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/properties/chainId/type",keyword:"type",params:{type: schema87.properties.chainId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.peerId !== undefined){
let data2 = data.peerId;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate28.errors = [{instancePath:instancePath+"/peerId",schemaPath:"#/properties/peerId/type",keyword:"type",params:{type: schema87.properties.peerId.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.moniker !== undefined){
let data3 = data.moniker;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate28.errors = [{instancePath:instancePath+"/moniker",schemaPath:"#/properties/moniker/type",keyword:"type",params:{type: schema87.properties.moniker.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.version !== undefined){
let data4 = data.version;
const _errs10 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate28.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: schema87.properties.version.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phasesMs !== undefined){
let data5 = data.phasesMs;
const _errs12 = errors;
const _errs13 = errors;
if(errors === _errs13){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if((((((data5.dns === undefined) && (missing1 = "dns")) || ((data5.connect === undefined) && (missing1 = "connect"))) || ((data5.tls === undefined) && (missing1 = "tls"))) || ((data5.firstByte === undefined) && (missing1 = "firstByte"))) || ((data5.total === undefined) && (missing1 = "total"))){
validate28.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs15 = errors;
for(const key1 in data5){
if(!(((((key1 === "dns") || (key1 === "connect")) || (key1 === "tls")) || (key1 === "firstByte")) || (key1 === "total"))){
validate28.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs15 === errors){
if(data5.dns !== undefined){
let data6 = data5.dns;
const _errs16 = errors;
if((!((typeof data6 == "number") && (isFinite(data6)))) && (data6 !== null)){
validate28.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/type",keyword:"type",params:{type: schema20.properties.dns.type},message:"must be number,null"}];
return false;
}
if(errors === _errs16){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
validate28.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.connect !== undefined){
let data7 = data5.connect;
const _errs18 = errors;
if((!((typeof data7 == "number") && (isFinite(data7)))) && (data7 !== null)){
validate28.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/type",keyword:"type",params:{type: schema20.properties.connect.type},message:"must be number,null"}];
return false;
}
if(errors === _errs18){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
validate28.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.tls !== undefined){
let data8 = data5.tls;
const _errs20 = errors;
if((!((typeof data8 == "number") && (isFinite(data8)))) && (data8 !== null)){
validate28.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/type",keyword:"type",params:{type: schema20.properties.tls.type},message:"must be number,null"}];
return false;
}
if(errors === _errs20){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
validate28.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.firstByte !== undefined){
let data9 = data5.firstByte;
const _errs22 = errors;
if((!((typeof data9 == "number") && (isFinite(data9)))) && (data9 !== null)){
validate28.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/type",keyword:"type",params:{type: schema20.properties.firstByte.type},message:"must be number,null"}];
return false;
}
if(errors === _errs22){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
validate28.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.total !== undefined){
let data10 = data5.total;
const _errs24 = errors;
if((!((typeof data10 == "number") && (isFinite(data10)))) && (data10 !== null)){
validate28.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/type",keyword:"type",params:{type: schema20.properties.total.type},message:"must be number,null"}];
return false;
}
if(errors === _errs24){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
validate28.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate28.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate28.errors = vErrors;
return errors === 0;
}

const schema89 = {"type":"object","description":"What a route of the query API answered, with the token and without a valid one. All but the route are null if the call was not made.","additionalProperties":false,"required":["route","address","status","statusWithoutToken","statusWithMadeUpToken","bytes","certificateExpiresAt","phasesMs"],"properties":{"route":{"type":"string","description":"The route as the command query calls it, such as erc20-assets."},"address":{"type":["string","null"],"description":"The IP address and port that answered."},"status":{"type":["integer","null"],"description":"The HTTP status."},"statusWithoutToken":{"type":["integer","null"],"description":"The HTTP status without a token; it must be 401 or 403."},"statusWithMadeUpToken":{"type":["integer","null"],"description":"The HTTP status with a made-up token; it must be 401 or 403."},"bytes":{"type":["integer","null"],"minimum":0,"description":"The length of the body."},"certificateExpiresAt":{"$ref":"#/definitions/time"},"phasesMs":{"$ref":"#/definitions/phases"}}};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.route === undefined) && (missing0 = "route")) || ((data.address === undefined) && (missing0 = "address"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.statusWithoutToken === undefined) && (missing0 = "statusWithoutToken"))) || ((data.statusWithMadeUpToken === undefined) && (missing0 = "statusWithMadeUpToken"))) || ((data.bytes === undefined) && (missing0 = "bytes"))) || ((data.certificateExpiresAt === undefined) && (missing0 = "certificateExpiresAt"))) || ((data.phasesMs === undefined) && (missing0 = "phasesMs"))){
validate30.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "route") || (key0 === "address")) || (key0 === "status")) || (key0 === "statusWithoutToken")) || (key0 === "statusWithMadeUpToken")) || (key0 === "bytes")) || (key0 === "certificateExpiresAt")) || (key0 === "phasesMs"))){
validate30.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.route !== undefined){
const _errs2 = errors;
if(typeof data.route !== "string"){
validate30.errors = [{instancePath:instancePath+"/route",schemaPath:"#/properties/route/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.address !== undefined){
let data1 = data.address;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate30.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: schema89.properties.address.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data2 = data.status;
const _errs6 = errors;
if((!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))) && (data2 !== null)){
validate30.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: schema89.properties.status.type},message:"must be integer,null"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.statusWithoutToken !== undefined){
let data3 = data.statusWithoutToken;
const _errs8 = errors;
if((!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))) && (data3 !== null)){
validate30.errors = [{instancePath:instancePath+"/statusWithoutToken",schemaPath:"#/properties/statusWithoutToken/type",keyword:"type",params:{type: schema89.properties.statusWithoutToken.type},message:"must be integer,null"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.statusWithMadeUpToken !== undefined){
let data4 = data.statusWithMadeUpToken;
const _errs10 = errors;
if((!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))) && (data4 !== null)){
validate30.errors = [{instancePath:instancePath+"/statusWithMadeUpToken",schemaPath:"#/properties/statusWithMadeUpToken/type",keyword:"type",params:{type: schema89.properties.statusWithMadeUpToken.type},message:"must be integer,null"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.bytes !== undefined){
let data5 = data.bytes;
const _errs12 = errors;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
validate30.errors = [{instancePath:instancePath+"/bytes",schemaPath:"#/properties/bytes/type",keyword:"type",params:{type: schema89.properties.bytes.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs12){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
validate30.errors = [{instancePath:instancePath+"/bytes",schemaPath:"#/properties/bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.certificateExpiresAt !== undefined){
let data6 = data.certificateExpiresAt;
const _errs14 = errors;
const _errs15 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate30.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs15){
if(typeof data6 === "string"){
if(!pattern3.test(data6)){
validate30.errors = [{instancePath:instancePath+"/certificateExpiresAt",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.phasesMs !== undefined){
let data7 = data.phasesMs;
const _errs17 = errors;
const _errs18 = errors;
if(errors === _errs18){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing1;
if((((((data7.dns === undefined) && (missing1 = "dns")) || ((data7.connect === undefined) && (missing1 = "connect"))) || ((data7.tls === undefined) && (missing1 = "tls"))) || ((data7.firstByte === undefined) && (missing1 = "firstByte"))) || ((data7.total === undefined) && (missing1 = "total"))){
validate30.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs20 = errors;
for(const key1 in data7){
if(!(((((key1 === "dns") || (key1 === "connect")) || (key1 === "tls")) || (key1 === "firstByte")) || (key1 === "total"))){
validate30.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs20 === errors){
if(data7.dns !== undefined){
let data8 = data7.dns;
const _errs21 = errors;
if((!((typeof data8 == "number") && (isFinite(data8)))) && (data8 !== null)){
validate30.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/type",keyword:"type",params:{type: schema20.properties.dns.type},message:"must be number,null"}];
return false;
}
if(errors === _errs21){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
validate30.errors = [{instancePath:instancePath+"/phasesMs/dns",schemaPath:"#/definitions/phases/properties/dns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.connect !== undefined){
let data9 = data7.connect;
const _errs23 = errors;
if((!((typeof data9 == "number") && (isFinite(data9)))) && (data9 !== null)){
validate30.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/type",keyword:"type",params:{type: schema20.properties.connect.type},message:"must be number,null"}];
return false;
}
if(errors === _errs23){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
validate30.errors = [{instancePath:instancePath+"/phasesMs/connect",schemaPath:"#/definitions/phases/properties/connect/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs23 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.tls !== undefined){
let data10 = data7.tls;
const _errs25 = errors;
if((!((typeof data10 == "number") && (isFinite(data10)))) && (data10 !== null)){
validate30.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/type",keyword:"type",params:{type: schema20.properties.tls.type},message:"must be number,null"}];
return false;
}
if(errors === _errs25){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
validate30.errors = [{instancePath:instancePath+"/phasesMs/tls",schemaPath:"#/definitions/phases/properties/tls/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs25 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.firstByte !== undefined){
let data11 = data7.firstByte;
const _errs27 = errors;
if((!((typeof data11 == "number") && (isFinite(data11)))) && (data11 !== null)){
validate30.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/type",keyword:"type",params:{type: schema20.properties.firstByte.type},message:"must be number,null"}];
return false;
}
if(errors === _errs27){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
validate30.errors = [{instancePath:instancePath+"/phasesMs/firstByte",schemaPath:"#/definitions/phases/properties/firstByte/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs27 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.total !== undefined){
let data12 = data7.total;
const _errs29 = errors;
if((!((typeof data12 == "number") && (isFinite(data12)))) && (data12 !== null)){
validate30.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/type",keyword:"type",params:{type: schema20.properties.total.type},message:"must be number,null"}];
return false;
}
if(errors === _errs29){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
validate30.errors = [{instancePath:instancePath+"/phasesMs/total",schemaPath:"#/definitions/phases/properties/total/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs29 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/phasesMs",schemaPath:"#/definitions/phases/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate30.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate30.errors = vErrors;
return errors === 0;
}

const schema93 = {"type":"object","additionalProperties":false,"required":["chains","firstSeen","lastSeen","lastRun","lastPass","streak","structural","days","latencyMs","uptime30d"],"properties":{"chains":{"type":"array","items":{"type":"string"},"description":"The chains that list it, the first eight."},"firstSeen":{"$ref":"#/definitions/moment","description":"The first run that probed it."},"lastSeen":{"$ref":"#/definitions/moment","description":"The last run that listed it."},"lastRun":{"$ref":"#/definitions/moment","description":"The last run that probed it."},"lastPass":{"$ref":"#/definitions/time","description":"The last run in which it was up; null if it never was."},"streak":{"type":"object","additionalProperties":false,"required":["verdict","runs","since","rules"],"properties":{"verdict":{"enum":["pass","fail","inconclusive"]},"runs":{"type":"integer","minimum":1},"since":{"$ref":"#/definitions/moment"},"rules":{"type":"array","items":{"type":"string"}}},"description":"The runs in a row with one verdict; those that proved nothing neither extend nor end them."},"structural":{"anyOf":[{"type":"null"},{"type":"object","additionalProperties":false,"required":["runs","since"],"properties":{"runs":{"type":"integer","minimum":1},"since":{"$ref":"#/definitions/moment"}}}],"description":"The runs in a row in which nothing could be reached at its address; null for none."},"days":{"type":"string","pattern":"^[.PFMI]{1,90}$","description":"A character a day (UTC), that of lastRun last: . no run, P up, F down, M mixed, I inconclusive."},"latencyMs":{"type":["number","null"],"minimum":0,"description":"How long the last probe took in which it was up."},"uptime30d":{"type":["number","null"],"minimum":0,"maximum":1,"description":"The share of the last 30 days with a result on which it was up, a mixed day as half; null if no day has a result."}}};
const schema94 = {"type":"string","pattern":"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$","description":"ISO 8601, UTC."};
const pattern48 = new RegExp("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$", "u");
const pattern54 = new RegExp("^[.PFMI]{1,90}$", "u");

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((data.chains === undefined) && (missing0 = "chains")) || ((data.firstSeen === undefined) && (missing0 = "firstSeen"))) || ((data.lastSeen === undefined) && (missing0 = "lastSeen"))) || ((data.lastRun === undefined) && (missing0 = "lastRun"))) || ((data.lastPass === undefined) && (missing0 = "lastPass"))) || ((data.streak === undefined) && (missing0 = "streak"))) || ((data.structural === undefined) && (missing0 = "structural"))) || ((data.days === undefined) && (missing0 = "days"))) || ((data.latencyMs === undefined) && (missing0 = "latencyMs"))) || ((data.uptime30d === undefined) && (missing0 = "uptime30d"))){
validate32.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema93.properties, key0))){
validate32.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.chains !== undefined){
let data0 = data.chains;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs4 = errors;
if(typeof data0[i0] !== "string"){
validate32.errors = [{instancePath:instancePath+"/chains/" + i0,schemaPath:"#/properties/chains/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/chains",schemaPath:"#/properties/chains/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.firstSeen !== undefined){
let data2 = data.firstSeen;
const _errs6 = errors;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern48.test(data2)){
validate32.errors = [{instancePath:instancePath+"/firstSeen",schemaPath:"#/definitions/moment/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$"},message:"must match pattern \""+"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$"+"\""}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/firstSeen",schemaPath:"#/definitions/moment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lastSeen !== undefined){
let data3 = data.lastSeen;
const _errs9 = errors;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data3 === "string"){
if(!pattern48.test(data3)){
validate32.errors = [{instancePath:instancePath+"/lastSeen",schemaPath:"#/definitions/moment/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$"},message:"must match pattern \""+"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$"+"\""}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/lastSeen",schemaPath:"#/definitions/moment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lastRun !== undefined){
let data4 = data.lastRun;
const _errs12 = errors;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data4 === "string"){
if(!pattern48.test(data4)){
validate32.errors = [{instancePath:instancePath+"/lastRun",schemaPath:"#/definitions/moment/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$"},message:"must match pattern \""+"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$"+"\""}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/lastRun",schemaPath:"#/definitions/moment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lastPass !== undefined){
let data5 = data.lastPass;
const _errs15 = errors;
const _errs16 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate32.errors = [{instancePath:instancePath+"/lastPass",schemaPath:"#/definitions/time/type",keyword:"type",params:{type: schema16.type},message:"must be string,null"}];
return false;
}
if(errors === _errs16){
if(typeof data5 === "string"){
if(!pattern3.test(data5)){
validate32.errors = [{instancePath:instancePath+"/lastPass",schemaPath:"#/definitions/time/pattern",keyword:"pattern",params:{pattern: "^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.streak !== undefined){
let data6 = data.streak;
const _errs18 = errors;
if(errors === _errs18){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((((data6.verdict === undefined) && (missing1 = "verdict")) || ((data6.runs === undefined) && (missing1 = "runs"))) || ((data6.since === undefined) && (missing1 = "since"))) || ((data6.rules === undefined) && (missing1 = "rules"))){
validate32.errors = [{instancePath:instancePath+"/streak",schemaPath:"#/properties/streak/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs20 = errors;
for(const key1 in data6){
if(!((((key1 === "verdict") || (key1 === "runs")) || (key1 === "since")) || (key1 === "rules"))){
validate32.errors = [{instancePath:instancePath+"/streak",schemaPath:"#/properties/streak/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs20 === errors){
if(data6.verdict !== undefined){
let data7 = data6.verdict;
const _errs21 = errors;
if(!(((data7 === "pass") || (data7 === "fail")) || (data7 === "inconclusive"))){
validate32.errors = [{instancePath:instancePath+"/streak/verdict",schemaPath:"#/properties/streak/properties/verdict/enum",keyword:"enum",params:{allowedValues: schema93.properties.streak.properties.verdict.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid6 = _errs21 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data6.runs !== undefined){
let data8 = data6.runs;
const _errs22 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate32.errors = [{instancePath:instancePath+"/streak/runs",schemaPath:"#/properties/streak/properties/runs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs22){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 1 || isNaN(data8)){
validate32.errors = [{instancePath:instancePath+"/streak/runs",schemaPath:"#/properties/streak/properties/runs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid6 = _errs22 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data6.since !== undefined){
let data9 = data6.since;
const _errs24 = errors;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data9 === "string"){
if(!pattern48.test(data9)){
validate32.errors = [{instancePath:instancePath+"/streak/since",schemaPath:"#/definitions/moment/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$"},message:"must match pattern \""+"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$"+"\""}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/streak/since",schemaPath:"#/definitions/moment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs24 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data6.rules !== undefined){
let data10 = data6.rules;
const _errs27 = errors;
if(errors === _errs27){
if(Array.isArray(data10)){
var valid8 = true;
const len1 = data10.length;
for(let i1=0; i1<len1; i1++){
const _errs29 = errors;
if(typeof data10[i1] !== "string"){
validate32.errors = [{instancePath:instancePath+"/streak/rules/" + i1,schemaPath:"#/properties/streak/properties/rules/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs29 === errors;
if(!valid8){
break;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/streak/rules",schemaPath:"#/properties/streak/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid6 = _errs27 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/streak",schemaPath:"#/properties/streak/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.structural !== undefined){
let data12 = data.structural;
const _errs31 = errors;
const _errs32 = errors;
let valid9 = false;
const _errs33 = errors;
if(data12 !== null){
const err0 = {instancePath:instancePath+"/structural",schemaPath:"#/properties/structural/anyOf/0/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs33 === errors;
valid9 = valid9 || _valid0;
if(!valid9){
const _errs35 = errors;
if(errors === _errs35){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing2;
if(((data12.runs === undefined) && (missing2 = "runs")) || ((data12.since === undefined) && (missing2 = "since"))){
const err1 = {instancePath:instancePath+"/structural",schemaPath:"#/properties/structural/anyOf/1/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
const _errs37 = errors;
for(const key2 in data12){
if(!((key2 === "runs") || (key2 === "since"))){
const err2 = {instancePath:instancePath+"/structural",schemaPath:"#/properties/structural/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
break;
}
}
if(_errs37 === errors){
if(data12.runs !== undefined){
let data13 = data12.runs;
const _errs38 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err3 = {instancePath:instancePath+"/structural/runs",schemaPath:"#/properties/structural/anyOf/1/properties/runs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(errors === _errs38){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 1 || isNaN(data13)){
const err4 = {instancePath:instancePath+"/structural/runs",schemaPath:"#/properties/structural/anyOf/1/properties/runs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
var valid10 = _errs38 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data12.since !== undefined){
let data14 = data12.since;
const _errs40 = errors;
const _errs41 = errors;
if(errors === _errs41){
if(typeof data14 === "string"){
if(!pattern48.test(data14)){
const err5 = {instancePath:instancePath+"/structural/since",schemaPath:"#/definitions/moment/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$"},message:"must match pattern \""+"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/structural/since",schemaPath:"#/definitions/moment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var valid10 = _errs40 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
else {
const err7 = {instancePath:instancePath+"/structural",schemaPath:"#/properties/structural/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs35 === errors;
valid9 = valid9 || _valid0;
}
if(!valid9){
const err8 = {instancePath:instancePath+"/structural",schemaPath:"#/properties/structural/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
validate32.errors = vErrors;
return false;
}
else {
errors = _errs32;
if(vErrors !== null){
if(_errs32){
vErrors.length = _errs32;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.days !== undefined){
let data15 = data.days;
const _errs43 = errors;
if(errors === _errs43){
if(typeof data15 === "string"){
if(!pattern54.test(data15)){
validate32.errors = [{instancePath:instancePath+"/days",schemaPath:"#/properties/days/pattern",keyword:"pattern",params:{pattern: "^[.PFMI]{1,90}$"},message:"must match pattern \""+"^[.PFMI]{1,90}$"+"\""}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/days",schemaPath:"#/properties/days/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs43 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.latencyMs !== undefined){
let data16 = data.latencyMs;
const _errs45 = errors;
if((!((typeof data16 == "number") && (isFinite(data16)))) && (data16 !== null)){
validate32.errors = [{instancePath:instancePath+"/latencyMs",schemaPath:"#/properties/latencyMs/type",keyword:"type",params:{type: schema93.properties.latencyMs.type},message:"must be number,null"}];
return false;
}
if(errors === _errs45){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 < 0 || isNaN(data16)){
validate32.errors = [{instancePath:instancePath+"/latencyMs",schemaPath:"#/properties/latencyMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs45 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.uptime30d !== undefined){
let data17 = data.uptime30d;
const _errs47 = errors;
if((!((typeof data17 == "number") && (isFinite(data17)))) && (data17 !== null)){
validate32.errors = [{instancePath:instancePath+"/uptime30d",schemaPath:"#/properties/uptime30d/type",keyword:"type",params:{type: schema93.properties.uptime30d.type},message:"must be number,null"}];
return false;
}
if(errors === _errs47){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 1 || isNaN(data17)){
validate32.errors = [{instancePath:instancePath+"/uptime30d",schemaPath:"#/properties/uptime30d/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"}];
return false;
}
else {
if(data17 < 0 || isNaN(data17)){
validate32.errors = [{instancePath:instancePath+"/uptime30d",schemaPath:"#/properties/uptime30d/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs47 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate32.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate32.errors = vErrors;
return errors === 0;
}

const pattern47 = new RegExp("^(/([^~/]|~[01])*)*$", "u");

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
if("grpc" !== data.kind){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.facts !== undefined){
if(!(validate12(data.facts, {instancePath:instancePath+"/facts",parentData:data,parentDataProperty:"facts",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
}
if(!valid1){
const err1 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs1 === errors;
if(valid0){
const _errs7 = errors;
const _errs8 = errors;
let valid4 = true;
const _errs9 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
if("evm" !== data.kind){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid1 = _errs9 === errors;
errors = _errs8;
if(vErrors !== null){
if(_errs8){
vErrors.length = _errs8;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs11 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.facts !== undefined){
if(!(validate14(data.facts, {instancePath:instancePath+"/facts",parentData:data,parentDataProperty:"facts",rootData}))){
vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
errors = vErrors.length;
}
}
}
var _valid1 = _errs11 === errors;
valid4 = _valid1;
}
if(!valid4){
const err3 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs7 === errors;
if(valid0){
const _errs13 = errors;
const _errs14 = errors;
let valid7 = true;
const _errs15 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
if("rpc" !== data.kind){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
var _valid2 = _errs15 === errors;
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
if(_valid2){
const _errs17 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.facts !== undefined){
if(!(validate16(data.facts, {instancePath:instancePath+"/facts",parentData:data,parentDataProperty:"facts",rootData}))){
vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors);
errors = vErrors.length;
}
}
}
var _valid2 = _errs17 === errors;
valid7 = _valid2;
}
if(!valid7){
const err5 = {instancePath,schemaPath:"#/allOf/2/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs13 === errors;
if(valid0){
const _errs19 = errors;
const _errs20 = errors;
let valid10 = true;
const _errs21 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
if("rest" !== data.kind){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
var _valid3 = _errs21 === errors;
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
if(_valid3){
const _errs23 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.facts !== undefined){
if(!(validate18(data.facts, {instancePath:instancePath+"/facts",parentData:data,parentDataProperty:"facts",rootData}))){
vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
errors = vErrors.length;
}
}
}
var _valid3 = _errs23 === errors;
valid10 = _valid3;
}
if(!valid10){
const err7 = {instancePath,schemaPath:"#/allOf/3/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs19 === errors;
if(valid0){
const _errs25 = errors;
const _errs26 = errors;
let valid13 = true;
const _errs27 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
if("grpc-web" !== data.kind){
const err8 = {};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
var _valid4 = _errs27 === errors;
errors = _errs26;
if(vErrors !== null){
if(_errs26){
vErrors.length = _errs26;
}
else {
vErrors = null;
}
}
if(_valid4){
const _errs29 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.facts !== undefined){
if(!(validate20(data.facts, {instancePath:instancePath+"/facts",parentData:data,parentDataProperty:"facts",rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
}
}
var _valid4 = _errs29 === errors;
valid13 = _valid4;
}
if(!valid13){
const err9 = {instancePath,schemaPath:"#/allOf/4/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs25 === errors;
if(valid0){
const _errs31 = errors;
const _errs32 = errors;
let valid16 = true;
const _errs33 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
if("ws" !== data.kind){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
var _valid5 = _errs33 === errors;
errors = _errs32;
if(vErrors !== null){
if(_errs32){
vErrors.length = _errs32;
}
else {
vErrors = null;
}
}
if(_valid5){
const _errs35 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.facts !== undefined){
if(!(validate22(data.facts, {instancePath:instancePath+"/facts",parentData:data,parentDataProperty:"facts",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
}
var _valid5 = _errs35 === errors;
valid16 = _valid5;
}
if(!valid16){
const err11 = {instancePath,schemaPath:"#/allOf/5/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs31 === errors;
if(valid0){
const _errs37 = errors;
const _errs38 = errors;
let valid19 = true;
const _errs39 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
if("evm-ws" !== data.kind){
const err12 = {};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
var _valid6 = _errs39 === errors;
errors = _errs38;
if(vErrors !== null){
if(_errs38){
vErrors.length = _errs38;
}
else {
vErrors = null;
}
}
if(_valid6){
const _errs41 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.facts !== undefined){
if(!(validate24(data.facts, {instancePath:instancePath+"/facts",parentData:data,parentDataProperty:"facts",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
}
var _valid6 = _errs41 === errors;
valid19 = _valid6;
}
if(!valid19){
const err13 = {instancePath,schemaPath:"#/allOf/6/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs37 === errors;
if(valid0){
const _errs43 = errors;
const _errs44 = errors;
let valid22 = true;
const _errs45 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
if("solana" !== data.kind){
const err14 = {};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
var _valid7 = _errs45 === errors;
errors = _errs44;
if(vErrors !== null){
if(_errs44){
vErrors.length = _errs44;
}
else {
vErrors = null;
}
}
if(_valid7){
const _errs47 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.facts !== undefined){
if(!(validate26(data.facts, {instancePath:instancePath+"/facts",parentData:data,parentDataProperty:"facts",rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
}
}
var _valid7 = _errs47 === errors;
valid22 = _valid7;
}
if(!valid22){
const err15 = {instancePath,schemaPath:"#/allOf/7/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs43 === errors;
if(valid0){
const _errs49 = errors;
const _errs50 = errors;
let valid25 = true;
const _errs51 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
if("peer" !== data.kind){
const err16 = {};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
var _valid8 = _errs51 === errors;
errors = _errs50;
if(vErrors !== null){
if(_errs50){
vErrors.length = _errs50;
}
else {
vErrors = null;
}
}
if(_valid8){
const _errs53 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.facts !== undefined){
if(!(validate28(data.facts, {instancePath:instancePath+"/facts",parentData:data,parentDataProperty:"facts",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
}
var _valid8 = _errs53 === errors;
valid25 = _valid8;
}
if(!valid25){
const err17 = {instancePath,schemaPath:"#/allOf/8/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs49 === errors;
if(valid0){
const _errs55 = errors;
const _errs56 = errors;
let valid28 = true;
const _errs57 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind !== undefined){
if("query" !== data.kind){
const err18 = {};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
var _valid9 = _errs57 === errors;
errors = _errs56;
if(vErrors !== null){
if(_errs56){
vErrors.length = _errs56;
}
else {
vErrors = null;
}
}
if(_valid9){
const _errs59 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.facts !== undefined){
if(!(validate30(data.facts, {instancePath:instancePath+"/facts",parentData:data,parentDataProperty:"facts",rootData}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
}
}
var _valid9 = _errs59 === errors;
valid28 = _valid9;
}
if(!valid28){
const err19 = {instancePath,schemaPath:"#/allOf/9/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs55 === errors;
if(valid0){
const _errs61 = errors;
const _errs62 = errors;
let valid31 = true;
const _errs63 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.verdict !== undefined){
if("invalid" !== data.verdict){
const err20 = {};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
var _valid10 = _errs63 === errors;
errors = _errs62;
if(vErrors !== null){
if(_errs62){
vErrors.length = _errs62;
}
else {
vErrors = null;
}
}
if(_valid10){
const _errs65 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.attempts !== undefined){
if(0 !== data.attempts){
validate11.errors = [{instancePath:instancePath+"/attempts",schemaPath:"#/allOf/10/then/properties/attempts/const",keyword:"const",params:{allowedValue: 0},message:"must be equal to constant"}];
return false;
}
}
}
var _valid10 = _errs65 === errors;
valid31 = _valid10;
}
if(!valid31){
const err21 = {instancePath,schemaPath:"#/allOf/10/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs61 === errors;
if(valid0){
const _errs67 = errors;
const _errs68 = errors;
let valid34 = true;
const _errs69 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.verdict !== undefined){
let data22 = data.verdict;
if(!((((data22 === "pass") || (data22 === "ok")) || (data22 === "fail")) || (data22 === "inconclusive"))){
const err22 = {};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
var _valid11 = _errs69 === errors;
errors = _errs68;
if(vErrors !== null){
if(_errs68){
vErrors.length = _errs68;
}
else {
vErrors = null;
}
}
if(_valid11){
const _errs71 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.attempts !== undefined){
let data23 = data.attempts;
const _errs72 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate11.errors = [{instancePath:instancePath+"/attempts",schemaPath:"#/allOf/11/then/properties/attempts/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs72){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 1 || isNaN(data23)){
validate11.errors = [{instancePath:instancePath+"/attempts",schemaPath:"#/allOf/11/then/properties/attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
}
}
var _valid11 = _errs71 === errors;
valid34 = _valid11;
}
if(!valid34){
const err23 = {instancePath,schemaPath:"#/allOf/11/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs67 === errors;
}
}
}
}
}
}
}
}
}
}
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((((data.file === undefined) && (missing0 = "file")) || ((data.chain === undefined) && (missing0 = "chain"))) || ((data.chainStatus === undefined) && (missing0 = "chainStatus"))) || ((data.kind === undefined) && (missing0 = "kind"))) || ((data.pointer === undefined) && (missing0 = "pointer"))) || ((data.line === undefined) && (missing0 = "line"))) || ((data.column === undefined) && (missing0 = "column"))) || ((data.provider === undefined) && (missing0 = "provider"))) || ((data.url === undefined) && (missing0 = "url"))) || ((data.verdict === undefined) && (missing0 = "verdict"))) || ((data.skipReason === undefined) && (missing0 = "skipReason"))) || ((data.attempts === undefined) && (missing0 = "attempts"))) || ((data.durationMs === undefined) && (missing0 = "durationMs"))) || ((data.claim === undefined) && (missing0 = "claim"))) || ((data.facts === undefined) && (missing0 = "facts"))) || ((data.history === undefined) && (missing0 = "history"))){
validate11.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs74 = errors;
for(const key0 in data){
if(!(func2.call(schema12.properties, key0))){
validate11.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs74 === errors){
if(data.file !== undefined){
let data24 = data.file;
const _errs75 = errors;
if((typeof data24 !== "string") && (data24 !== null)){
validate11.errors = [{instancePath:instancePath+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type: schema12.properties.file.type},message:"must be string,null"}];
return false;
}
var valid37 = _errs75 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.chain !== undefined){
let data25 = data.chain;
const _errs77 = errors;
if((typeof data25 !== "string") && (data25 !== null)){
validate11.errors = [{instancePath:instancePath+"/chain",schemaPath:"#/properties/chain/type",keyword:"type",params:{type: schema12.properties.chain.type},message:"must be string,null"}];
return false;
}
var valid37 = _errs77 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.chainStatus !== undefined){
let data26 = data.chainStatus;
const _errs79 = errors;
if(!(((data26 === "live") || (data26 === "killed")) || (data26 === "upcoming"))){
validate11.errors = [{instancePath:instancePath+"/chainStatus",schemaPath:"#/properties/chainStatus/enum",keyword:"enum",params:{allowedValues: schema12.properties.chainStatus.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid37 = _errs79 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.kind !== undefined){
let data27 = data.kind;
const _errs80 = errors;
if(!((((((((((data27 === "grpc") || (data27 === "evm")) || (data27 === "rpc")) || (data27 === "rest")) || (data27 === "grpc-web")) || (data27 === "ws")) || (data27 === "evm-ws")) || (data27 === "solana")) || (data27 === "peer")) || (data27 === "query"))){
validate11.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/enum",keyword:"enum",params:{allowedValues: schema12.properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid37 = _errs80 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.pointer !== undefined){
let data28 = data.pointer;
const _errs81 = errors;
const _errs82 = errors;
if((typeof data28 !== "string") && (data28 !== null)){
validate11.errors = [{instancePath:instancePath+"/pointer",schemaPath:"#/definitions/pointer/type",keyword:"type",params:{type: schema92.type},message:"must be string,null"}];
return false;
}
if(errors === _errs82){
if(typeof data28 === "string"){
if(!pattern47.test(data28)){
validate11.errors = [{instancePath:instancePath+"/pointer",schemaPath:"#/definitions/pointer/pattern",keyword:"pattern",params:{pattern: "^(/([^~/]|~[01])*)*$"},message:"must match pattern \""+"^(/([^~/]|~[01])*)*$"+"\""}];
return false;
}
}
}
var valid37 = _errs81 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.line !== undefined){
let data29 = data.line;
const _errs84 = errors;
if((!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))) && (data29 !== null)){
validate11.errors = [{instancePath:instancePath+"/line",schemaPath:"#/properties/line/type",keyword:"type",params:{type: schema12.properties.line.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs84){
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 < 1 || isNaN(data29)){
validate11.errors = [{instancePath:instancePath+"/line",schemaPath:"#/properties/line/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid37 = _errs84 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.column !== undefined){
let data30 = data.column;
const _errs86 = errors;
if((!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))) && (data30 !== null)){
validate11.errors = [{instancePath:instancePath+"/column",schemaPath:"#/properties/column/type",keyword:"type",params:{type: schema12.properties.column.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs86){
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 < 1 || isNaN(data30)){
validate11.errors = [{instancePath:instancePath+"/column",schemaPath:"#/properties/column/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid37 = _errs86 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.provider !== undefined){
let data31 = data.provider;
const _errs88 = errors;
if((typeof data31 !== "string") && (data31 !== null)){
validate11.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: schema12.properties.provider.type},message:"must be string,null"}];
return false;
}
var valid37 = _errs88 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.url !== undefined){
let data32 = data.url;
const _errs90 = errors;
if((typeof data32 !== "string") && (data32 !== null)){
validate11.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: schema12.properties.url.type},message:"must be string,null"}];
return false;
}
var valid37 = _errs90 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.verdict !== undefined){
let data33 = data.verdict;
const _errs92 = errors;
if(!((((((data33 === "pass") || (data33 === "ok")) || (data33 === "fail")) || (data33 === "invalid")) || (data33 === "inconclusive")) || (data33 === "skipped"))){
validate11.errors = [{instancePath:instancePath+"/verdict",schemaPath:"#/properties/verdict/enum",keyword:"enum",params:{allowedValues: schema12.properties.verdict.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid37 = _errs92 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.skipReason !== undefined){
let data34 = data.skipReason;
const _errs93 = errors;
if((typeof data34 !== "string") && (data34 !== null)){
validate11.errors = [{instancePath:instancePath+"/skipReason",schemaPath:"#/properties/skipReason/type",keyword:"type",params:{type: schema12.properties.skipReason.type},message:"must be string,null"}];
return false;
}
var valid37 = _errs93 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.attempts !== undefined){
let data35 = data.attempts;
const _errs95 = errors;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
validate11.errors = [{instancePath:instancePath+"/attempts",schemaPath:"#/properties/attempts/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs95){
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 < 0 || isNaN(data35)){
validate11.errors = [{instancePath:instancePath+"/attempts",schemaPath:"#/properties/attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid37 = _errs95 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.durationMs !== undefined){
let data36 = data.durationMs;
const _errs97 = errors;
if(errors === _errs97){
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 < 0 || isNaN(data36)){
validate11.errors = [{instancePath:instancePath+"/durationMs",schemaPath:"#/properties/durationMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/durationMs",schemaPath:"#/properties/durationMs/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid37 = _errs97 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.claim !== undefined){
let data37 = data.claim;
const _errs99 = errors;
if((!(data37 && typeof data37 == "object" && !Array.isArray(data37))) && (data37 !== null)){
validate11.errors = [{instancePath:instancePath+"/claim",schemaPath:"#/properties/claim/type",keyword:"type",params:{type: schema12.properties.claim.type},message:"must be object,null"}];
return false;
}
if(errors === _errs99){
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
let missing1;
if((((data37.chainId === undefined) && (missing1 = "chainId")) || ((data37.field === undefined) && (missing1 = "field"))) || ((data37.derived === undefined) && (missing1 = "derived"))){
validate11.errors = [{instancePath:instancePath+"/claim",schemaPath:"#/properties/claim/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs101 = errors;
for(const key1 in data37){
if(!(((key1 === "chainId") || (key1 === "field")) || (key1 === "derived"))){
validate11.errors = [{instancePath:instancePath+"/claim",schemaPath:"#/properties/claim/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs101 === errors){
if(data37.chainId !== undefined){
const _errs102 = errors;
if(typeof data37.chainId !== "string"){
validate11.errors = [{instancePath:instancePath+"/claim/chainId",schemaPath:"#/properties/claim/properties/chainId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid39 = _errs102 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data37.field !== undefined){
const _errs104 = errors;
if(typeof data37.field !== "string"){
validate11.errors = [{instancePath:instancePath+"/claim/field",schemaPath:"#/properties/claim/properties/field/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid39 = _errs104 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data37.derived !== undefined){
const _errs106 = errors;
if(typeof data37.derived !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/claim/derived",schemaPath:"#/properties/claim/properties/derived/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid39 = _errs106 === errors;
}
else {
var valid39 = true;
}
}
}
}
}
}
}
var valid37 = _errs99 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.facts !== undefined){
let data41 = data.facts;
const _errs108 = errors;
if(!(data41 && typeof data41 == "object" && !Array.isArray(data41))){
validate11.errors = [{instancePath:instancePath+"/facts",schemaPath:"#/properties/facts/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid37 = _errs108 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data.history !== undefined){
let data42 = data.history;
const _errs110 = errors;
const _errs111 = errors;
let valid40 = false;
const _errs112 = errors;
if(data42 !== null){
const err24 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/anyOf/0/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
var _valid12 = _errs112 === errors;
valid40 = valid40 || _valid12;
if(!valid40){
const _errs114 = errors;
if(!(validate32(data42, {instancePath:instancePath+"/history",parentData:data,parentDataProperty:"history",rootData}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
var _valid12 = _errs114 === errors;
valid40 = valid40 || _valid12;
}
if(!valid40){
const err25 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
validate11.errors = vErrors;
return false;
}
else {
errors = _errs111;
if(vErrors !== null){
if(_errs111){
vErrors.length = _errs111;
}
else {
vErrors = null;
}
}
}
var valid37 = _errs110 === errors;
}
else {
var valid37 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}

const schema100 = {"type":"object","description":"One problem that the run reports. Lines and columns are 1-based, columns in UTF-16 code units. Its strings can hold untrusted text: escape them.","additionalProperties":false,"required":["rule","severity","message","hint","fix","file","pointer","line","column","endLine","endColumn","endpoint","baselineState","data"],"properties":{"rule":{"type":"string","pattern":"^(file|list|entry|chain|change|net|tls|http|grpc|evm|rpc|rest|grpc-web|ws|evm-ws|solana|peer|query)/[a-z0-9]+(-[a-z0-9]+)*$","description":"Which rule reports it: family/what-is-wrong; docs/rules.md explains each."},"severity":{"enum":["error","warning","notice"],"description":"The severity of the finding."},"message":{"type":"string","pattern":"\\S","description":"What is wrong."},"hint":{"type":"string","pattern":"\\S","description":"How to fix it, as an imperative."},"fix":{"description":"The edits that fix it, all to the original decoded text of its file; null if none is known.","type":["object","null"],"additionalProperties":false,"required":["edits"],"properties":{"encoding":{"const":"utf-8","description":"Save the text as it is in this encoding; then there are no edits. Absent if the file is UTF-8 already."},"edits":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["offset","length","text"],"properties":{"offset":{"type":"integer","minimum":0,"description":"In UTF-16 code units, from 0."},"length":{"type":"integer","minimum":0,"description":"In UTF-16 code units; 0 inserts."},"text":{"type":"string","description":"The replacement."}},"description":"Replaces length UTF-16 code units from offset."}}}},"file":{"type":["string","null"],"description":"Relative to the registry; null if it is about no file."},"pointer":{"$ref":"#/definitions/pointer"},"line":{"type":["integer","null"],"minimum":1},"column":{"type":["integer","null"],"minimum":1},"endLine":{"type":["integer","null"],"minimum":1},"endColumn":{"type":["integer","null"],"minimum":1,"description":"Exclusive: the column after the last character."},"endpoint":{"type":["integer","null"],"minimum":0,"description":"Index into endpoints; null if it is about none."},"baselineState":{"enum":["new","unchanged",null],"description":"Whether it was there before the ref of scope.since, as in SARIF 2.1.0 section 3.27.24; null without a ref."},"data":{"type":"object","description":"The data of the message; its fields depend on the rule."}}};
const pattern55 = new RegExp("^(file|list|entry|chain|change|net|tls|http|grpc|evm|rpc|rest|grpc-web|ws|evm-ws|solana|peer|query)/[a-z0-9]+(-[a-z0-9]+)*$", "u");
const pattern56 = new RegExp("\\S", "u");

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((data.rule === undefined) && (missing0 = "rule")) || ((data.severity === undefined) && (missing0 = "severity"))) || ((data.message === undefined) && (missing0 = "message"))) || ((data.hint === undefined) && (missing0 = "hint"))) || ((data.fix === undefined) && (missing0 = "fix"))) || ((data.file === undefined) && (missing0 = "file"))) || ((data.pointer === undefined) && (missing0 = "pointer"))) || ((data.line === undefined) && (missing0 = "line"))) || ((data.column === undefined) && (missing0 = "column"))) || ((data.endLine === undefined) && (missing0 = "endLine"))) || ((data.endColumn === undefined) && (missing0 = "endColumn"))) || ((data.endpoint === undefined) && (missing0 = "endpoint"))) || ((data.baselineState === undefined) && (missing0 = "baselineState"))) || ((data.data === undefined) && (missing0 = "data"))){
validate35.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema100.properties, key0))){
validate35.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.rule !== undefined){
let data0 = data.rule;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern55.test(data0)){
validate35.errors = [{instancePath:instancePath+"/rule",schemaPath:"#/properties/rule/pattern",keyword:"pattern",params:{pattern: "^(file|list|entry|chain|change|net|tls|http|grpc|evm|rpc|rest|grpc-web|ws|evm-ws|solana|peer|query)/[a-z0-9]+(-[a-z0-9]+)*$"},message:"must match pattern \""+"^(file|list|entry|chain|change|net|tls|http|grpc|evm|rpc|rest|grpc-web|ws|evm-ws|solana|peer|query)/[a-z0-9]+(-[a-z0-9]+)*$"+"\""}];
return false;
}
}
else {
validate35.errors = [{instancePath:instancePath+"/rule",schemaPath:"#/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.severity !== undefined){
let data1 = data.severity;
const _errs4 = errors;
if(!(((data1 === "error") || (data1 === "warning")) || (data1 === "notice"))){
validate35.errors = [{instancePath:instancePath+"/severity",schemaPath:"#/properties/severity/enum",keyword:"enum",params:{allowedValues: schema100.properties.severity.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message !== undefined){
let data2 = data.message;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(!pattern56.test(data2)){
validate35.errors = [{instancePath:instancePath+"/message",schemaPath:"#/properties/message/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""}];
return false;
}
}
else {
validate35.errors = [{instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hint !== undefined){
let data3 = data.hint;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(!pattern56.test(data3)){
validate35.errors = [{instancePath:instancePath+"/hint",schemaPath:"#/properties/hint/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""}];
return false;
}
}
else {
validate35.errors = [{instancePath:instancePath+"/hint",schemaPath:"#/properties/hint/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fix !== undefined){
let data4 = data.fix;
const _errs9 = errors;
if((!(data4 && typeof data4 == "object" && !Array.isArray(data4))) && (data4 !== null)){
validate35.errors = [{instancePath:instancePath+"/fix",schemaPath:"#/properties/fix/type",keyword:"type",params:{type: schema100.properties.fix.type},message:"must be object,null"}];
return false;
}
if(errors === _errs9){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if((data4.edits === undefined) && (missing1 = "edits")){
validate35.errors = [{instancePath:instancePath+"/fix",schemaPath:"#/properties/fix/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs11 = errors;
for(const key1 in data4){
if(!((key1 === "encoding") || (key1 === "edits"))){
validate35.errors = [{instancePath:instancePath+"/fix",schemaPath:"#/properties/fix/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs11 === errors){
if(data4.encoding !== undefined){
const _errs12 = errors;
if("utf-8" !== data4.encoding){
validate35.errors = [{instancePath:instancePath+"/fix/encoding",schemaPath:"#/properties/fix/properties/encoding/const",keyword:"const",params:{allowedValue: "utf-8"},message:"must be equal to constant"}];
return false;
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data4.edits !== undefined){
let data6 = data4.edits;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data6)){
var valid2 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
const _errs15 = errors;
if(errors === _errs15){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing2;
if((((data7.offset === undefined) && (missing2 = "offset")) || ((data7.length === undefined) && (missing2 = "length"))) || ((data7.text === undefined) && (missing2 = "text"))){
validate35.errors = [{instancePath:instancePath+"/fix/edits/" + i0,schemaPath:"#/properties/fix/properties/edits/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs17 = errors;
for(const key2 in data7){
if(!(((key2 === "offset") || (key2 === "length")) || (key2 === "text"))){
validate35.errors = [{instancePath:instancePath+"/fix/edits/" + i0,schemaPath:"#/properties/fix/properties/edits/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs17 === errors){
if(data7.offset !== undefined){
let data8 = data7.offset;
const _errs18 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate35.errors = [{instancePath:instancePath+"/fix/edits/" + i0+"/offset",schemaPath:"#/properties/fix/properties/edits/items/properties/offset/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs18){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
validate35.errors = [{instancePath:instancePath+"/fix/edits/" + i0+"/offset",schemaPath:"#/properties/fix/properties/edits/items/properties/offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.length !== undefined){
let data9 = data7.length;
const _errs20 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate35.errors = [{instancePath:instancePath+"/fix/edits/" + i0+"/length",schemaPath:"#/properties/fix/properties/edits/items/properties/length/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs20){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
validate35.errors = [{instancePath:instancePath+"/fix/edits/" + i0+"/length",schemaPath:"#/properties/fix/properties/edits/items/properties/length/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.text !== undefined){
const _errs22 = errors;
if(typeof data7.text !== "string"){
validate35.errors = [{instancePath:instancePath+"/fix/edits/" + i0+"/text",schemaPath:"#/properties/fix/properties/edits/items/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
else {
validate35.errors = [{instancePath:instancePath+"/fix/edits/" + i0,schemaPath:"#/properties/fix/properties/edits/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs15 === errors;
if(!valid2){
break;
}
}
}
else {
validate35.errors = [{instancePath:instancePath+"/fix/edits",schemaPath:"#/properties/fix/properties/edits/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.file !== undefined){
let data11 = data.file;
const _errs24 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate35.errors = [{instancePath:instancePath+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type: schema100.properties.file.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pointer !== undefined){
let data12 = data.pointer;
const _errs26 = errors;
const _errs27 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate35.errors = [{instancePath:instancePath+"/pointer",schemaPath:"#/definitions/pointer/type",keyword:"type",params:{type: schema92.type},message:"must be string,null"}];
return false;
}
if(errors === _errs27){
if(typeof data12 === "string"){
if(!pattern47.test(data12)){
validate35.errors = [{instancePath:instancePath+"/pointer",schemaPath:"#/definitions/pointer/pattern",keyword:"pattern",params:{pattern: "^(/([^~/]|~[01])*)*$"},message:"must match pattern \""+"^(/([^~/]|~[01])*)*$"+"\""}];
return false;
}
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.line !== undefined){
let data13 = data.line;
const _errs29 = errors;
if((!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))) && (data13 !== null)){
validate35.errors = [{instancePath:instancePath+"/line",schemaPath:"#/properties/line/type",keyword:"type",params:{type: schema100.properties.line.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs29){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 1 || isNaN(data13)){
validate35.errors = [{instancePath:instancePath+"/line",schemaPath:"#/properties/line/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.column !== undefined){
let data14 = data.column;
const _errs31 = errors;
if((!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))) && (data14 !== null)){
validate35.errors = [{instancePath:instancePath+"/column",schemaPath:"#/properties/column/type",keyword:"type",params:{type: schema100.properties.column.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs31){
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 < 1 || isNaN(data14)){
validate35.errors = [{instancePath:instancePath+"/column",schemaPath:"#/properties/column/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.endLine !== undefined){
let data15 = data.endLine;
const _errs33 = errors;
if((!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))) && (data15 !== null)){
validate35.errors = [{instancePath:instancePath+"/endLine",schemaPath:"#/properties/endLine/type",keyword:"type",params:{type: schema100.properties.endLine.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs33){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 < 1 || isNaN(data15)){
validate35.errors = [{instancePath:instancePath+"/endLine",schemaPath:"#/properties/endLine/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.endColumn !== undefined){
let data16 = data.endColumn;
const _errs35 = errors;
if((!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))) && (data16 !== null)){
validate35.errors = [{instancePath:instancePath+"/endColumn",schemaPath:"#/properties/endColumn/type",keyword:"type",params:{type: schema100.properties.endColumn.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs35){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 < 1 || isNaN(data16)){
validate35.errors = [{instancePath:instancePath+"/endColumn",schemaPath:"#/properties/endColumn/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.endpoint !== undefined){
let data17 = data.endpoint;
const _errs37 = errors;
if((!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))) && (data17 !== null)){
validate35.errors = [{instancePath:instancePath+"/endpoint",schemaPath:"#/properties/endpoint/type",keyword:"type",params:{type: schema100.properties.endpoint.type},message:"must be integer,null"}];
return false;
}
if(errors === _errs37){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
validate35.errors = [{instancePath:instancePath+"/endpoint",schemaPath:"#/properties/endpoint/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.baselineState !== undefined){
let data18 = data.baselineState;
const _errs39 = errors;
if(!(((data18 === "new") || (data18 === "unchanged")) || (data18 === null))){
validate35.errors = [{instancePath:instancePath+"/baselineState",schemaPath:"#/properties/baselineState/enum",keyword:"enum",params:{allowedValues: schema100.properties.baselineState.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs39 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data19 = data.data;
const _errs40 = errors;
if(!(data19 && typeof data19 == "object" && !Array.isArray(data19))){
validate35.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid0 = _errs40 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate35.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate35.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((data.version === undefined) && (missing0 = "version")) || ((data.tool === undefined) && (missing0 = "tool"))) || ((data.startedAt === undefined) && (missing0 = "startedAt"))) || ((data.durationMs === undefined) && (missing0 = "durationMs"))) || ((data.interrupted === undefined) && (missing0 = "interrupted"))) || ((data.scope === undefined) && (missing0 = "scope"))) || ((data.changes === undefined) && (missing0 = "changes"))) || ((data.removed === undefined) && (missing0 = "removed"))) || ((data.summary === undefined) && (missing0 = "summary"))) || ((data.files === undefined) && (missing0 = "files"))) || ((data.endpoints === undefined) && (missing0 = "endpoints"))) || ((data.findings === undefined) && (missing0 = "findings"))){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema11.properties, key0))){
validate10.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.version !== undefined){
const _errs2 = errors;
if(1 !== data.version){
validate10.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool !== undefined){
let data1 = data.tool;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.name === undefined) && (missing1 = "name")) || ((data1.version === undefined) && (missing1 = "version"))){
validate10.errors = [{instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs5 = errors;
for(const key1 in data1){
if(!((key1 === "name") || (key1 === "version"))){
validate10.errors = [{instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs5 === errors){
if(data1.name !== undefined){
const _errs6 = errors;
if("endpoint-check" !== data1.name){
validate10.errors = [{instancePath:instancePath+"/tool/name",schemaPath:"#/properties/tool/properties/name/const",keyword:"const",params:{allowedValue: "endpoint-check"},message:"must be equal to constant"}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.version !== undefined){
const _errs7 = errors;
if(typeof data1.version !== "string"){
validate10.errors = [{instancePath:instancePath+"/tool/version",schemaPath:"#/properties/tool/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.startedAt !== undefined){
let data4 = data.startedAt;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
validate10.errors = [{instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"},message:"must match pattern \""+"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"+"\""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.durationMs !== undefined){
let data5 = data.durationMs;
const _errs11 = errors;
if(errors === _errs11){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1000000000000 || isNaN(data5)){
validate10.errors = [{instancePath:instancePath+"/durationMs",schemaPath:"#/properties/durationMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate10.errors = [{instancePath:instancePath+"/durationMs",schemaPath:"#/properties/durationMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/durationMs",schemaPath:"#/properties/durationMs/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.interrupted !== undefined){
const _errs13 = errors;
if(typeof data.interrupted !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/interrupted",schemaPath:"#/properties/interrupted/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scope !== undefined){
let data7 = data.scope;
const _errs15 = errors;
if(errors === _errs15){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing2;
if(((((data7.network === undefined) && (missing2 = "network")) || ((data7.only === undefined) && (missing2 = "only"))) || ((data7.since === undefined) && (missing2 = "since"))) || ((data7.shard === undefined) && (missing2 = "shard"))){
validate10.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs17 = errors;
for(const key2 in data7){
if(!((((key2 === "network") || (key2 === "only")) || (key2 === "since")) || (key2 === "shard"))){
validate10.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs17 === errors){
if(data7.network !== undefined){
const _errs18 = errors;
if(typeof data7.network !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/scope/network",schemaPath:"#/properties/scope/properties/network/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.only !== undefined){
let data9 = data7.only;
const _errs20 = errors;
if((!(Array.isArray(data9))) && (data9 !== null)){
validate10.errors = [{instancePath:instancePath+"/scope/only",schemaPath:"#/properties/scope/properties/only/type",keyword:"type",params:{type: schema11.properties.scope.properties.only.type},message:"must be array,null"}];
return false;
}
if(errors === _errs20){
if(Array.isArray(data9)){
var valid3 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
const _errs22 = errors;
if(typeof data9[i0] !== "string"){
validate10.errors = [{instancePath:instancePath+"/scope/only/" + i0,schemaPath:"#/properties/scope/properties/only/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs22 === errors;
if(!valid3){
break;
}
}
}
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.since !== undefined){
let data11 = data7.since;
const _errs24 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate10.errors = [{instancePath:instancePath+"/scope/since",schemaPath:"#/properties/scope/properties/since/type",keyword:"type",params:{type: schema11.properties.scope.properties.since.type},message:"must be string,null"}];
return false;
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.shard !== undefined){
let data12 = data7.shard;
const _errs26 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate10.errors = [{instancePath:instancePath+"/scope/shard",schemaPath:"#/properties/scope/properties/shard/type",keyword:"type",params:{type: schema11.properties.scope.properties.shard.type},message:"must be string,null"}];
return false;
}
if(errors === _errs26){
if(typeof data12 === "string"){
if(!pattern1.test(data12)){
validate10.errors = [{instancePath:instancePath+"/scope/shard",schemaPath:"#/properties/scope/properties/shard/pattern",keyword:"pattern",params:{pattern: "^[0-9]+/[0-9]+$"},message:"must match pattern \""+"^[0-9]+/[0-9]+$"+"\""}];
return false;
}
}
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.changes !== undefined){
let data13 = data.changes;
const _errs28 = errors;
if((!(data13 && typeof data13 == "object" && !Array.isArray(data13))) && (data13 !== null)){
validate10.errors = [{instancePath:instancePath+"/changes",schemaPath:"#/properties/changes/type",keyword:"type",params:{type: schema11.properties.changes.type},message:"must be object,null"}];
return false;
}
if(errors === _errs28){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing3;
if(((((((data13.added === undefined) && (missing3 = "added")) || ((data13.changed === undefined) && (missing3 = "changed"))) || ((data13.moved === undefined) && (missing3 = "moved"))) || ((data13.removed === undefined) && (missing3 = "removed"))) || ((data13.unchanged === undefined) && (missing3 = "unchanged"))) || ((data13.filesNotRead === undefined) && (missing3 = "filesNotRead"))){
validate10.errors = [{instancePath:instancePath+"/changes",schemaPath:"#/properties/changes/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
const _errs30 = errors;
for(const key3 in data13){
if(!((((((key3 === "added") || (key3 === "changed")) || (key3 === "moved")) || (key3 === "removed")) || (key3 === "unchanged")) || (key3 === "filesNotRead"))){
validate10.errors = [{instancePath:instancePath+"/changes",schemaPath:"#/properties/changes/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs30 === errors){
if(data13.added !== undefined){
let data14 = data13.added;
const _errs31 = errors;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
validate10.errors = [{instancePath:instancePath+"/changes/added",schemaPath:"#/properties/changes/properties/added/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs31){
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 < 0 || isNaN(data14)){
validate10.errors = [{instancePath:instancePath+"/changes/added",schemaPath:"#/properties/changes/properties/added/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.changed !== undefined){
let data15 = data13.changed;
const _errs33 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate10.errors = [{instancePath:instancePath+"/changes/changed",schemaPath:"#/properties/changes/properties/changed/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs33){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 < 0 || isNaN(data15)){
validate10.errors = [{instancePath:instancePath+"/changes/changed",schemaPath:"#/properties/changes/properties/changed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid4 = _errs33 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.moved !== undefined){
let data16 = data13.moved;
const _errs35 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate10.errors = [{instancePath:instancePath+"/changes/moved",schemaPath:"#/properties/changes/properties/moved/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs35){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 < 0 || isNaN(data16)){
validate10.errors = [{instancePath:instancePath+"/changes/moved",schemaPath:"#/properties/changes/properties/moved/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid4 = _errs35 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.removed !== undefined){
let data17 = data13.removed;
const _errs37 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate10.errors = [{instancePath:instancePath+"/changes/removed",schemaPath:"#/properties/changes/properties/removed/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs37){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
validate10.errors = [{instancePath:instancePath+"/changes/removed",schemaPath:"#/properties/changes/properties/removed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid4 = _errs37 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.unchanged !== undefined){
let data18 = data13.unchanged;
const _errs39 = errors;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
validate10.errors = [{instancePath:instancePath+"/changes/unchanged",schemaPath:"#/properties/changes/properties/unchanged/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs39){
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 < 0 || isNaN(data18)){
validate10.errors = [{instancePath:instancePath+"/changes/unchanged",schemaPath:"#/properties/changes/properties/unchanged/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid4 = _errs39 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.filesNotRead !== undefined){
let data19 = data13.filesNotRead;
const _errs41 = errors;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
validate10.errors = [{instancePath:instancePath+"/changes/filesNotRead",schemaPath:"#/properties/changes/properties/filesNotRead/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs41){
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 < 0 || isNaN(data19)){
validate10.errors = [{instancePath:instancePath+"/changes/filesNotRead",schemaPath:"#/properties/changes/properties/filesNotRead/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid4 = _errs41 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.removed !== undefined){
let data20 = data.removed;
const _errs43 = errors;
if(errors === _errs43){
if(Array.isArray(data20)){
var valid5 = true;
const len1 = data20.length;
for(let i1=0; i1<len1; i1++){
let data21 = data20[i1];
const _errs45 = errors;
if(errors === _errs45){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
let missing4;
if((((((((data21.file === undefined) && (missing4 = "file")) || ((data21.line === undefined) && (missing4 = "line"))) || ((data21.chain === undefined) && (missing4 = "chain"))) || ((data21.kind === undefined) && (missing4 = "kind"))) || ((data21.provider === undefined) && (missing4 = "provider"))) || ((data21.url === undefined) && (missing4 = "url"))) || ((data21.movedTo === undefined) && (missing4 = "movedTo"))){
validate10.errors = [{instancePath:instancePath+"/removed/" + i1,schemaPath:"#/properties/removed/items/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'"}];
return false;
}
else {
const _errs47 = errors;
for(const key4 in data21){
if(!(((((((key4 === "file") || (key4 === "line")) || (key4 === "chain")) || (key4 === "kind")) || (key4 === "provider")) || (key4 === "url")) || (key4 === "movedTo"))){
validate10.errors = [{instancePath:instancePath+"/removed/" + i1,schemaPath:"#/properties/removed/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs47 === errors){
if(data21.file !== undefined){
const _errs48 = errors;
if(typeof data21.file !== "string"){
validate10.errors = [{instancePath:instancePath+"/removed/" + i1+"/file",schemaPath:"#/properties/removed/items/properties/file/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs48 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.line !== undefined){
let data23 = data21.line;
const _errs50 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate10.errors = [{instancePath:instancePath+"/removed/" + i1+"/line",schemaPath:"#/properties/removed/items/properties/line/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs50){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 1 || isNaN(data23)){
validate10.errors = [{instancePath:instancePath+"/removed/" + i1+"/line",schemaPath:"#/properties/removed/items/properties/line/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid6 = _errs50 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.chain !== undefined){
let data24 = data21.chain;
const _errs52 = errors;
if((typeof data24 !== "string") && (data24 !== null)){
validate10.errors = [{instancePath:instancePath+"/removed/" + i1+"/chain",schemaPath:"#/properties/removed/items/properties/chain/type",keyword:"type",params:{type: schema11.properties.removed.items.properties.chain.type},message:"must be string,null"}];
return false;
}
var valid6 = _errs52 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.kind !== undefined){
const _errs54 = errors;
if(typeof data21.kind !== "string"){
validate10.errors = [{instancePath:instancePath+"/removed/" + i1+"/kind",schemaPath:"#/properties/removed/items/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs54 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.provider !== undefined){
let data26 = data21.provider;
const _errs56 = errors;
if((typeof data26 !== "string") && (data26 !== null)){
validate10.errors = [{instancePath:instancePath+"/removed/" + i1+"/provider",schemaPath:"#/properties/removed/items/properties/provider/type",keyword:"type",params:{type: schema11.properties.removed.items.properties.provider.type},message:"must be string,null"}];
return false;
}
var valid6 = _errs56 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.url !== undefined){
let data27 = data21.url;
const _errs58 = errors;
if((typeof data27 !== "string") && (data27 !== null)){
validate10.errors = [{instancePath:instancePath+"/removed/" + i1+"/url",schemaPath:"#/properties/removed/items/properties/url/type",keyword:"type",params:{type: schema11.properties.removed.items.properties.url.type},message:"must be string,null"}];
return false;
}
var valid6 = _errs58 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.movedTo !== undefined){
let data28 = data21.movedTo;
const _errs60 = errors;
if((typeof data28 !== "string") && (data28 !== null)){
validate10.errors = [{instancePath:instancePath+"/removed/" + i1+"/movedTo",schemaPath:"#/properties/removed/items/properties/movedTo/type",keyword:"type",params:{type: schema11.properties.removed.items.properties.movedTo.type},message:"must be string,null"}];
return false;
}
var valid6 = _errs60 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/removed/" + i1,schemaPath:"#/properties/removed/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs45 === errors;
if(!valid5){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/removed",schemaPath:"#/properties/removed/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs43 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.summary !== undefined){
let data29 = data.summary;
const _errs62 = errors;
if(errors === _errs62){
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
let missing5;
if(((((((((((data29.files === undefined) && (missing5 = "files")) || ((data29.endpoints === undefined) && (missing5 = "endpoints"))) || ((data29.passed === undefined) && (missing5 = "passed"))) || ((data29.failed === undefined) && (missing5 = "failed"))) || ((data29.invalid === undefined) && (missing5 = "invalid"))) || ((data29.inconclusive === undefined) && (missing5 = "inconclusive"))) || ((data29.skipped === undefined) && (missing5 = "skipped"))) || ((data29.errors === undefined) && (missing5 = "errors"))) || ((data29.warnings === undefined) && (missing5 = "warnings"))) || ((data29.notices === undefined) && (missing5 = "notices"))){
validate10.errors = [{instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/required",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'"}];
return false;
}
else {
const _errs64 = errors;
for(const key5 in data29){
if(!(func2.call(schema11.properties.summary.properties, key5))){
validate10.errors = [{instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs64 === errors){
if(data29.files !== undefined){
let data30 = data29.files;
const _errs65 = errors;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
validate10.errors = [{instancePath:instancePath+"/summary/files",schemaPath:"#/properties/summary/properties/files/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs65){
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 < 0 || isNaN(data30)){
validate10.errors = [{instancePath:instancePath+"/summary/files",schemaPath:"#/properties/summary/properties/files/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid7 = _errs65 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.endpoints !== undefined){
let data31 = data29.endpoints;
const _errs67 = errors;
if(!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))){
validate10.errors = [{instancePath:instancePath+"/summary/endpoints",schemaPath:"#/properties/summary/properties/endpoints/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs67){
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 < 0 || isNaN(data31)){
validate10.errors = [{instancePath:instancePath+"/summary/endpoints",schemaPath:"#/properties/summary/properties/endpoints/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid7 = _errs67 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.passed !== undefined){
let data32 = data29.passed;
const _errs69 = errors;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
validate10.errors = [{instancePath:instancePath+"/summary/passed",schemaPath:"#/properties/summary/properties/passed/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs69){
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 < 0 || isNaN(data32)){
validate10.errors = [{instancePath:instancePath+"/summary/passed",schemaPath:"#/properties/summary/properties/passed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid7 = _errs69 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.failed !== undefined){
let data33 = data29.failed;
const _errs71 = errors;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
validate10.errors = [{instancePath:instancePath+"/summary/failed",schemaPath:"#/properties/summary/properties/failed/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs71){
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 < 0 || isNaN(data33)){
validate10.errors = [{instancePath:instancePath+"/summary/failed",schemaPath:"#/properties/summary/properties/failed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid7 = _errs71 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.invalid !== undefined){
let data34 = data29.invalid;
const _errs73 = errors;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
validate10.errors = [{instancePath:instancePath+"/summary/invalid",schemaPath:"#/properties/summary/properties/invalid/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs73){
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 < 0 || isNaN(data34)){
validate10.errors = [{instancePath:instancePath+"/summary/invalid",schemaPath:"#/properties/summary/properties/invalid/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid7 = _errs73 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.inconclusive !== undefined){
let data35 = data29.inconclusive;
const _errs75 = errors;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
validate10.errors = [{instancePath:instancePath+"/summary/inconclusive",schemaPath:"#/properties/summary/properties/inconclusive/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs75){
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 < 0 || isNaN(data35)){
validate10.errors = [{instancePath:instancePath+"/summary/inconclusive",schemaPath:"#/properties/summary/properties/inconclusive/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid7 = _errs75 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.skipped !== undefined){
let data36 = data29.skipped;
const _errs77 = errors;
if(!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))){
validate10.errors = [{instancePath:instancePath+"/summary/skipped",schemaPath:"#/properties/summary/properties/skipped/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs77){
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 < 0 || isNaN(data36)){
validate10.errors = [{instancePath:instancePath+"/summary/skipped",schemaPath:"#/properties/summary/properties/skipped/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid7 = _errs77 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.errors !== undefined){
let data37 = data29.errors;
const _errs79 = errors;
if(!(((typeof data37 == "number") && (!(data37 % 1) && !isNaN(data37))) && (isFinite(data37)))){
validate10.errors = [{instancePath:instancePath+"/summary/errors",schemaPath:"#/properties/summary/properties/errors/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs79){
if((typeof data37 == "number") && (isFinite(data37))){
if(data37 < 0 || isNaN(data37)){
validate10.errors = [{instancePath:instancePath+"/summary/errors",schemaPath:"#/properties/summary/properties/errors/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid7 = _errs79 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.warnings !== undefined){
let data38 = data29.warnings;
const _errs81 = errors;
if(!(((typeof data38 == "number") && (!(data38 % 1) && !isNaN(data38))) && (isFinite(data38)))){
validate10.errors = [{instancePath:instancePath+"/summary/warnings",schemaPath:"#/properties/summary/properties/warnings/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs81){
if((typeof data38 == "number") && (isFinite(data38))){
if(data38 < 0 || isNaN(data38)){
validate10.errors = [{instancePath:instancePath+"/summary/warnings",schemaPath:"#/properties/summary/properties/warnings/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid7 = _errs81 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.notices !== undefined){
let data39 = data29.notices;
const _errs83 = errors;
if(!(((typeof data39 == "number") && (!(data39 % 1) && !isNaN(data39))) && (isFinite(data39)))){
validate10.errors = [{instancePath:instancePath+"/summary/notices",schemaPath:"#/properties/summary/properties/notices/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs83){
if((typeof data39 == "number") && (isFinite(data39))){
if(data39 < 0 || isNaN(data39)){
validate10.errors = [{instancePath:instancePath+"/summary/notices",schemaPath:"#/properties/summary/properties/notices/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid7 = _errs83 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/summary",schemaPath:"#/properties/summary/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs62 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.files !== undefined){
let data40 = data.files;
const _errs85 = errors;
if(errors === _errs85){
if(Array.isArray(data40)){
var valid8 = true;
const len2 = data40.length;
for(let i2=0; i2<len2; i2++){
let data41 = data40[i2];
const _errs87 = errors;
if(errors === _errs87){
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
let missing6;
if((((data41.path === undefined) && (missing6 = "path")) || ((data41.chain === undefined) && (missing6 = "chain"))) || ((data41.format === undefined) && (missing6 = "format"))){
validate10.errors = [{instancePath:instancePath+"/files/" + i2,schemaPath:"#/properties/files/items/required",keyword:"required",params:{missingProperty: missing6},message:"must have required property '"+missing6+"'"}];
return false;
}
else {
const _errs89 = errors;
for(const key6 in data41){
if(!(((key6 === "path") || (key6 === "chain")) || (key6 === "format"))){
validate10.errors = [{instancePath:instancePath+"/files/" + i2,schemaPath:"#/properties/files/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs89 === errors){
if(data41.path !== undefined){
const _errs90 = errors;
if(typeof data41.path !== "string"){
validate10.errors = [{instancePath:instancePath+"/files/" + i2+"/path",schemaPath:"#/properties/files/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs90 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data41.chain !== undefined){
let data43 = data41.chain;
const _errs92 = errors;
if((typeof data43 !== "string") && (data43 !== null)){
validate10.errors = [{instancePath:instancePath+"/files/" + i2+"/chain",schemaPath:"#/properties/files/items/properties/chain/type",keyword:"type",params:{type: schema11.properties.files.items.properties.chain.type},message:"must be string,null"}];
return false;
}
var valid9 = _errs92 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data41.format !== undefined){
let data44 = data41.format;
const _errs94 = errors;
if((typeof data44 !== "string") && (data44 !== null)){
validate10.errors = [{instancePath:instancePath+"/files/" + i2+"/format",schemaPath:"#/properties/files/items/properties/format/type",keyword:"type",params:{type: schema11.properties.files.items.properties.format.type},message:"must be string,null"}];
return false;
}
var valid9 = _errs94 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/files/" + i2,schemaPath:"#/properties/files/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid8 = _errs87 === errors;
if(!valid8){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/files",schemaPath:"#/properties/files/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs85 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.endpoints !== undefined){
let data45 = data.endpoints;
const _errs96 = errors;
if(errors === _errs96){
if(Array.isArray(data45)){
var valid10 = true;
const len3 = data45.length;
for(let i3=0; i3<len3; i3++){
const _errs98 = errors;
if(!(validate11(data45[i3], {instancePath:instancePath+"/endpoints/" + i3,parentData:data45,parentDataProperty:i3,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
var valid10 = _errs98 === errors;
if(!valid10){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs96 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.findings !== undefined){
let data47 = data.findings;
const _errs99 = errors;
if(errors === _errs99){
if(Array.isArray(data47)){
var valid11 = true;
const len4 = data47.length;
for(let i4=0; i4<len4; i4++){
const _errs101 = errors;
if(!(validate35(data47[i4], {instancePath:instancePath+"/findings/" + i4,parentData:data47,parentDataProperty:i4,rootData}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
var valid11 = _errs101 === errors;
if(!valid11){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/findings",schemaPath:"#/properties/findings/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs99 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}

