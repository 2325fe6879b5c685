// A Cosmos SDK chain of one validator, on loopback, for the tests of this repository.
//
// It serves gRPC, the RPC of CometBFT with its websocket, and the REST API with gRPC-web at the addresses of its arguments, and keeps its
// files in their directory. Once its first block is there it prints a line of JSON: its account, and its version of the SDK. Then it reads lines of standard input, `<recipient> <coins>`: each is a transfer
// from its account, and is answered by a line with the height of the block that holds it. It ends with its standard input.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"cosmossdk.io/depinject"
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

const sdkModule = "github.com/cosmos/cosmos-sdk"

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
	chainID := flag.String("chain-id", "real-1", "the chain id")
	var serve addresses
	flag.StringVar(&serve.grpc, "grpc", "127.0.0.1:9090", "where to serve gRPC")
	flag.StringVar(&serve.rpc, "rpc", "127.0.0.1:26657", "where to serve the RPC of CometBFT")
	flag.StringVar(&serve.rest, "rest", "127.0.0.1:1317", "where to serve the REST API and gRPC-web")
	directory := flag.String("directory", "", "a directory for the node's files")
	allowOrigins := flag.Bool("cors", false, "whether pages of all origins may use the RPC and the REST API")
	flag.Parse()
	chain, err := start(*chainID, serve, *directory, *allowOrigins)
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

// addresses are where a node serves, as host:port.
type addresses struct{ grpc, rpc, rest string }

func start(chainID string, serve addresses, directory string, allowOrigins bool) (*network.Network, error) {
	config, err := network.DefaultConfigWithAppConfig(network.MinimumAppConfig())
	if err != nil {
		return nil, err
	}
	config.NumValidators = 1
	config.CleanupDir = false // The directory is the caller's.
	config.TimeoutCommit = 200 * time.Millisecond
	config.ChainID = chainID
	config.GRPCAddress = serve.grpc
	config.RPCAddress = "tcp://" + serve.rpc
	// The server of the REST API answers gRPC-web as well, since SDK 0.50.
	config.APIAddress = "tcp://" + serve.rest
	// The constructor that comes with the configuration keeps the chain id that it was made with, a random one.
	config.AppConstructor = func(validator network.ValidatorI) servertypes.Application {
		// Called before the node listens; by default it does so for peers on every interface.
		validator.GetCtx().Config.P2P.ListenAddress = "tcp://127.0.0.1:0"
		if allowOrigins {
			// As the field of app.toml and that of config.toml do.
			validator.GetAppConfig().API.EnableUnsafeCORS = true
			validator.GetCtx().Config.RPC.CORSAllowedOrigins = []string{"*"}
		}
		return build(validator, chainID)
	}
	genesis := banktypes.DefaultGenesisState()
	genesis.DenomMetadata = []banktypes.Metadata{metadata}
	config.GenesisState[banktypes.ModuleName] = config.Codec.MustMarshalJSON(genesis)

	chain, err := network.New(logger{}, directory, config)
	if err != nil {
		return nil, err
	}
	_, err = chain.WaitForHeight(1)
	return chain, err
}

func build(validator network.ValidatorI, chainID string) servertypes.Application {
	var builder *runtime.AppBuilder
	modules := depinject.Configs(network.MinimumAppConfig(), depinject.Supply(validator.GetCtx().Logger))
	if err := depinject.Inject(modules, &builder); err != nil {
		panic(err)
	}
	gas := baseapp.SetMinGasPrices(validator.GetAppConfig().MinGasPrices)
	app := builder.Build(dbm.NewMemDB(), nil, gas, baseapp.SetChainID(chainID))
	if err := app.Load(true); err != nil {
		panic(err)
	}
	return app
}

// send makes the transfer of a line, and waits for the block that holds it.
func send(chain *network.Network, validator *network.Validator, line string) (int64, error) {
	recipient, amount, _ := strings.Cut(line, " ")
	to, err := sdk.AccAddressFromBech32(recipient)
	if err != nil {
		return 0, err
	}
	coins, err := sdk.ParseCoinsNormalized(amount)
	if err != nil {
		return 0, err
	}
	client := validator.ClientCtx.WithBroadcastMode(flags.BroadcastSync)
	number, sequence, err := client.AccountRetriever.GetAccountNumberSequence(client, validator.Address)
	if err != nil {
		return 0, err
	}
	factory := tx.Factory{}.
		WithChainID(client.ChainID).WithTxConfig(client.TxConfig).WithKeybase(client.Keyring).
		WithAccountNumber(number).WithSequence(sequence).
		WithGas(200_000).WithFees("2" + sdk.DefaultBondDenom)
	unsigned, err := factory.BuildUnsignedTx(banktypes.NewMsgSend(validator.Address, to, coins))
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
