// A Cosmos SDK chain of one validator, on loopback, for the tests of this repository.
//
// It serves gRPC, the RPC of CometBFT with its websocket, and the REST API with gRPC-web at the addresses of its arguments, and keeps its
// files in their directory. Once its first block is there it prints a line of JSON: its account, and its version of the SDK. Then it reads
// lines of standard input, `<recipient> <coins>…`: each is a transaction of one or more transfers from its account, and is answered by a
// line with the height of the block that holds it. With -follow it is another node of such a chain, which makes no transfers. It ends with
// its standard input.
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"cosmossdk.io/depinject"
	pruning "cosmossdk.io/store/pruning/types"
	abci "github.com/cometbft/cometbft/abci/types"
	cometconfig "github.com/cometbft/cometbft/config"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/client/tx"
	"github.com/cosmos/cosmos-sdk/runtime"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	"github.com/cosmos/cosmos-sdk/testutil/network"
	sdk "github.com/cosmos/cosmos-sdk/types"
	_ "github.com/cosmos/cosmos-sdk/x/auth"
	_ "github.com/cosmos/cosmos-sdk/x/auth/tx/config"
	_ "github.com/cosmos/cosmos-sdk/x/bank"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	_ "github.com/cosmos/cosmos-sdk/x/consensus"
	_ "github.com/cosmos/cosmos-sdk/x/genutil"
	_ "github.com/cosmos/cosmos-sdk/x/params"
	_ "github.com/cosmos/cosmos-sdk/x/staking"
)

const (
	sdkModule = "github.com/cosmos/cosmos-sdk"
	heldDenom = "held"
	// pruningInterval is how often old states are removed, in blocks: the least that the SDK allows.
	pruningInterval = 10
)

// metadata describes the denom that the validator stakes, as a chain of its own would.
var metadata = banktypes.Metadata{
	Description: "The staking token of the test chain.",
	DenomUnits: []*banktypes.DenomUnit{
		{Denom: sdk.DefaultBondDenom, Exponent: 0},
		{Denom: "STAKE", Exponent: 6},
	},
	Base:    sdk.DefaultBondDenom,
	Display: "STAKE",
	Name:    "Stake",
	Symbol:  "STAKE",
}

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
	flag.BoolVar(&options.allowOrigins, "cors", false, "whether pages of all origins may use the RPC and the REST API")
	flag.IntVar(&options.holders, "holders", 0, "how many accounts hold the denom "+heldDenom+" from the start")
	flag.Uint64Var(&options.keepRecent, "keep-recent", 0, "how many states are kept, as pruning-keep-recent; 0: all, as pruning = \"nothing\"")
	flag.Int64Var(&options.keepBlocks, "keep-blocks", 0, "how many blocks are kept, as min-retain-blocks; 0: all")
	flag.Parse()
	if options.follow != "" {
		if err := follow(options); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		print(map[string]any{"account": "", "sdk": readVersion()})
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	}
	chain, err := start(options)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	validator := chain.Validators[0]
	print(map[string]any{"account": validator.Address.String(), "sdk": readVersion()})
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		height, err := send(chain, validator, lines.Text())
		if err != nil {
			print(map[string]any{"error": err.Error()})
		} else {
			print(map[string]any{"height": height})
		}
	}
	chain.Cleanup()
}

// options are the arguments.
type options struct {
	chainID, directory, follow string
	// serve is where it serves, as host:port.
	serve        struct{ grpc, rpc, rest, p2p string }
	allowOrigins bool
	holders      int
	keepRecent   uint64
	keepBlocks   int64
}

func start(options options) (*network.Network, error) {
	config, err := network.DefaultConfigWithAppConfig(network.MinimumAppConfig())
	if err != nil {
		return nil, err
	}
	config.NumValidators = 1
	config.CleanupDir = false // The directory is the caller's.
	config.TimeoutCommit = 200 * time.Millisecond
	config.ChainID = options.chainID
	config.GRPCAddress = options.serve.grpc
	config.RPCAddress = "tcp://" + options.serve.rpc
	// The server of the REST API answers gRPC-web as well, since SDK 0.50.
	config.APIAddress = "tcp://" + options.serve.rest
	// The constructor that comes with the configuration keeps the chain id that it was made with, a random one.
	config.AppConstructor = func(validator network.ValidatorI) servertypes.Application {
		// Called before the node listens; by default it does so for peers on every interface.
		validator.GetCtx().Config.P2P.ListenAddress = "tcp://" + options.serve.p2p
		gossipQuickly(validator.GetCtx().Config)
		if options.allowOrigins {
			// As the field of app.toml and that of config.toml do.
			validator.GetAppConfig().API.EnableUnsafeCORS = true
			validator.GetCtx().Config.RPC.CORSAllowedOrigins = []string{"*"}
		}
		return build(validator, options)
	}
	genesis := banktypes.DefaultGenesisState()
	genesis.DenomMetadata = []banktypes.Metadata{metadata}
	genesis.Balances = createHolders(options.holders)
	config.GenesisState[banktypes.ModuleName] = config.Codec.MustMarshalJSON(genesis)

	chain, err := network.New(logger{}, options.directory, config)
	if err != nil {
		return nil, err
	}
	_, err = chain.WaitForHeight(1)
	return chain, err
}

// gossipQuickly lets a node that follows keep up with blocks as quick as these: by default it takes longer for one than the chain does.
func gossipQuickly(files *cometconfig.Config) {
	files.Consensus.PeerGossipSleepDuration = 5 * time.Millisecond
	files.P2P.FlushThrottleTimeout = 5 * time.Millisecond
}

func build(validator network.ValidatorI, options options) servertypes.Application {
	var builder *runtime.AppBuilder
	modules := depinject.Configs(network.MinimumAppConfig(), depinject.Supply(validator.GetCtx().Logger))
	if err := depinject.Inject(modules, &builder); err != nil {
		panic(err)
	}
	gas := baseapp.SetMinGasPrices(validator.GetAppConfig().MinGasPrices)
	kept := pruning.NewPruningOptions(pruning.PruningNothing)
	if options.keepRecent > 0 {
		kept = pruning.NewCustomPruningOptions(options.keepRecent, pruningInterval)
	}
	// Not a MemDB: its lock stops the chain for good when a block is written while a query iterates.
	database, err := dbm.NewDB("application", dbm.GoLevelDBBackend, options.directory)
	if err != nil {
		panic(err)
	}
	app := builder.Build(database, nil, gas, baseapp.SetChainID(options.chainID), baseapp.SetPruning(kept))
	if err := app.Load(true); err != nil {
		panic(err)
	}
	return pruningApp{app, options.keepBlocks}
}

// pruningApp lets CometBFT remove old blocks. The SDK's own min-retain-blocks would keep as many as evidence may be old, 100,000.
type pruningApp struct {
	*runtime.App
	keepBlocks int64
}

func (app pruningApp) Commit() (*abci.ResponseCommit, error) {
	response, err := app.App.Commit()
	if err == nil && app.keepBlocks > 0 && app.LastBlockHeight() > app.keepBlocks {
		response.RetainHeight = app.LastBlockHeight() - app.keepBlocks
	}
	return response, err
}

// createHolders lists accounts that nobody has the key of, with their balances: account n has the first 20 bytes of the SHA-256 of the decimal n as its
// address, every tenth one all 32, as contracts and module accounts have; balances go from 1 to 1000 and begin anew, so that many are alike.
func createHolders(count int) (balances []banktypes.Balance) {
	for n := range count {
		hash := sha256.Sum256([]byte(strconv.Itoa(n)))
		address := sdk.AccAddress(hash[:20])
		if n%10 == 9 {
			address = hash[:]
		}
		coins := sdk.NewCoins(sdk.NewInt64Coin(heldDenom, int64(n%1000)+1))
		balances = append(balances, banktypes.Balance{Address: address.String(), Coins: coins})
	}
	return balances
}

// send makes the transaction of a line, and waits for the block that holds it.
func send(chain *network.Network, validator *network.Validator, line string) (int64, error) {
	var transfers []sdk.Msg
	for words := strings.Fields(line); len(words) > 1; words = words[2:] {
		to, err := sdk.AccAddressFromBech32(words[0])
		if err != nil {
			return 0, err
		}
		coins, err := sdk.ParseCoinsNormalized(words[1])
		if err != nil {
			return 0, err
		}
		transfers = append(transfers, banktypes.NewMsgSend(validator.Address, to, coins))
	}
	client := validator.ClientCtx.WithBroadcastMode(flags.BroadcastSync)
	number, sequence, err := client.AccountRetriever.GetAccountNumberSequence(client, validator.Address)
	if err != nil {
		return 0, err
	}
	count := uint64(len(transfers))
	factory := tx.Factory{}.
		WithChainID(client.ChainID).WithTxConfig(client.TxConfig).WithKeybase(client.Keyring).
		WithAccountNumber(number).WithSequence(sequence).
		WithGas(200_000 * count).WithFees(fmt.Sprint(2*count, sdk.DefaultBondDenom))
	unsigned, err := factory.BuildUnsignedTx(transfers...)
	if err != nil {
		return 0, err
	}
	if err := tx.Sign(context.Background(), factory, validator.Moniker, unsigned, true); err != nil {
		return 0, err
	}
	encoded, err := client.TxConfig.TxEncoder()(unsigned.GetTx())
	if err != nil {
		return 0, err
	}
	answer, err := client.BroadcastTx(encoded)
	if err != nil {
		return 0, err
	}
	if answer.Code != 0 {
		return 0, fmt.Errorf("the transfer was refused: %s", answer.RawLog)
	}
	return waitForTransaction(validator, answer.TxHash)
}

func waitForTransaction(validator *network.Validator, txHash string) (int64, error) {
	hash, err := hex.DecodeString(txHash)
	if err != nil {
		return 0, err
	}
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		found, err := validator.RPCClient.Tx(context.Background(), hash, false)
		if err != nil {
			continue
		}
		if found.TxResult.Code != 0 {
			return 0, fmt.Errorf("the transfer failed: %s", found.TxResult.Log)
		}
		return found.Height, nil
	}
	return 0, fmt.Errorf("no block holds transaction %s", txHash)
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

// logger keeps what the network says off standard output.
type logger struct{}

func (logger) Log(values ...any)                 { fmt.Fprintln(os.Stderr, values...) }
func (logger) Logf(format string, values ...any) { fmt.Fprintf(os.Stderr, format, values...) }
