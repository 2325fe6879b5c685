// A Cosmos SDK chain of one validator, on loopback, for the tests of this repository.
//
// It serves gRPC, the RPC of CometBFT with its websocket, and the REST API with gRPC-web at the addresses of its arguments, and keeps its
// files in their directory. Once its first block can be read it prints a line of JSON: its account, and its version of the SDK. Then it reads
// lines of standard input, `<recipient> <coins>…`: each is a transaction of one or more transfers from its account, and is answered by a
// line with the height of the block that holds it. With -follow it is another node of such a chain, which makes no transfers. It ends with
// its standard input. Built with the tag evm and evm.mod it is a node of cosmos/evm, which serves JSON-RPC of its EVM too.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"time"
)

const sdkModule = "github.com/cosmos/cosmos-sdk"

func main() {
	var options options
	serve := &options.serve
	flag.StringVar(&options.chainID, "chain-id", "real-1", "the chain id")
	flag.StringVar(&serve.grpc, "grpc", "127.0.0.1:9090", "where to serve gRPC")
	flag.StringVar(&serve.rpc, "rpc", "127.0.0.1:26657", "where to serve the RPC of CometBFT")
	flag.StringVar(&serve.rest, "rest", "127.0.0.1:1317", "where to serve the REST API and gRPC-web")
	flag.StringVar(&serve.p2p, "p2p", "127.0.0.1:0", "where to listen for peers, or where the node to follow does")
	flag.StringVar(&options.follow, "follow", "", "the directory of a node whose chain to follow, in place of a chain of its own")
	flag.StringVar(&options.directory, "directory", "", "a directory for the node's files")
	flag.BoolVar(&options.allowOrigins, "cors", false, "whether pages of all origins may use the RPC, the REST API, and the websocket of the EVM")
	flag.IntVar(&options.holders, "holders", 0, "how many accounts hold the denom "+heldDenom+" from the start")
	flag.Uint64Var(&options.keepRecent, "keep-recent", 0, "how many states are kept, as pruning-keep-recent; 0: all, as pruning = \"nothing\"")
	flag.Int64Var(&options.keepBlocks, "keep-blocks", 0, "how many blocks are kept, as min-retain-blocks; 0: all")
	flag.DurationVar(&options.halted, "halted", 0, "how long ago the chain made its only block; 0: it goes on")
	flag.StringVar(&serve.evm, "evm", "", "where to serve JSON-RPC of the EVM, of a build with it")
	flag.StringVar(&serve.evmWs, "evm-ws", "", "where to serve its websocket")
	flag.Parse()
	node, err := start(options)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	print(map[string]any{"account": node.account.String(), "sdk": readVersion()})
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		height, err := send(node, lines.Text())
		if err != nil {
			print(map[string]any{"error": err.Error()})
		} else {
			print(map[string]any{"height": height})
		}
	}
}

// options are the arguments.
type options struct {
	chainID, directory, follow string
	// serve is where it serves, as host:port.
	serve        struct{ grpc, rpc, rest, p2p, evm, evmWs string }
	allowOrigins bool
	holders      int
	keepRecent   uint64
	keepBlocks   int64
	halted       time.Duration
}

// readVersion tells the version of the SDK that this program was built with.
func readVersion() string {
	build, _ := debug.ReadBuildInfo()
	for _, module := range build.Deps {
		if module.Path == sdkModule {
			return module.Version
		}
	}
	return ""
}

func print(value map[string]any) {
	line, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(line))
}
