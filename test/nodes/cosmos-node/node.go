package main

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/config"
	cometnode "github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	"github.com/cometbft/cometbft/proxy"
	"github.com/cometbft/cometbft/rpc/client/local"
	comet "github.com/cometbft/cometbft/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/server"
	"github.com/cosmos/cosmos-sdk/server/api"
	servercfg "github.com/cosmos/cosmos-sdk/server/config"
	servergrpc "github.com/cosmos/cosmos-sdk/server/grpc"
	serverlog "github.com/cosmos/cosmos-sdk/server/log"
	sdk "github.com/cosmos/cosmos-sdk/types"
	_ "github.com/cosmos/cosmos-sdk/x/auth"
	_ "github.com/cosmos/cosmos-sdk/x/auth/tx/config"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	_ "github.com/cosmos/cosmos-sdk/x/bank"
	_ "github.com/cosmos/cosmos-sdk/x/consensus"
	_ "github.com/cosmos/cosmos-sdk/x/genutil"
	genutil "github.com/cosmos/cosmos-sdk/x/genutil/types"
	_ "github.com/cosmos/cosmos-sdk/x/staking"
)

const (
	// pruningInterval is how often old states are removed, in blocks: the least that the SDK allows.
	pruningInterval = 10
	// pollInterval is how often a node is asked for its state. There is no limit beside it: machines may be slow, and whoever started this ends it.
	pollInterval = 50 * time.Millisecond
	// keyName is that of the account's key.
	keyName = "node0"
)

// node is a node that runs until the process ends.
type node struct {
	client.Context
	// account is nobody's if the node follows another one.
	account sdk.AccAddress
}

// start starts a node, of a chain of its own or of that of the node that it follows, and waits until it serves the state after a block.
func start(options options) (*node, error) {
	files, settings := configure(options)
	for _, directory := range []string{"config", "data"} {
		if err := os.MkdirAll(filepath.Join(options.directory, directory), 0o755); err != nil {
			return nil, err
		}
	}
	app, err := build(options, settings.MinGasPrices)
	if err != nil {
		return nil, err
	}
	keys := keyring.NewInMemory(app.codec)
	validator := privval.LoadOrGenFilePV(files.PrivValidatorKeyFile(), files.PrivValidatorStateFile())
	self := &node{}
	genesisFile := files.GenesisFile()
	if options.follow == "" {
		key, _, err := keys.NewMnemonic(keyName, keyring.English, sdk.FullFundraiserPath, keyring.DefaultBIP39Passphrase, hd.Secp256k1)
		if err != nil {
			return nil, err
		}
		if self.account, err = key.GetAddress(); err != nil {
			return nil, err
		}
		genesis, err := createGenesis(app, options, validator.Key.PubKey, self.account)
		if err != nil {
			return nil, err
		}
		if err := genesis.SaveAs(genesisFile); err != nil {
			return nil, err
		}
	} else {
		followed := config.DefaultConfig().SetRoot(options.follow)
		genesisFile = followed.GenesisFile()
		peer, err := p2p.LoadNodeKey(followed.NodeKeyFile())
		if err != nil {
			return nil, err
		}
		// It knows that node by this address alone, so that a test can part them.
		files.P2P.PersistentPeers = p2p.IDAddressString(peer.ID(), options.serve.p2p)
		files.P2P.PexReactor = false
	}
	key, err := p2p.LoadOrGenNodeKey(files.NodeKeyFile())
	if err != nil {
		return nil, err
	}
	readGenesis := func() (*comet.GenesisDoc, error) {
		document, err := genutil.AppGenesisFromFile(genesisFile)
		if err != nil {
			return nil, err
		}
		return document.ToGenesisDoc()
	}
	running, err := cometnode.NewNode(
		files, validator, key, proxy.NewLocalClientCreator(server.NewCometABCIWrapper(app)), readGenesis, config.DefaultDBProvider,
		cometnode.DefaultMetricsProvider(files.Instrumentation), serverlog.CometLoggerWrapper{Logger: noLog},
	)
	if err != nil {
		return nil, err
	}
	if err := running.Start(); err != nil {
		return nil, err
	}
	rpc := local.New(running)
	self.Context = client.Context{}.
		WithChainID(options.chainID).WithClient(rpc).WithKeyring(keys).WithAccountRetriever(authtypes.AccountRetriever{}).
		WithCodec(app.codec).WithInterfaceRegistry(app.registry).WithTxConfig(app.txs)
	if err := serve(app, self.Context, settings, options); err != nil {
		return nil, err
	}
	if options.halted > 0 {
		if err := waitForState(rpc, 1); err != nil {
			return nil, err
		}
		return self, findConsensus(running).Stop()
	}
	// The second block is stored only once the state after the first one can be read.
	return self, waitForState(rpc, 2)
}

// configure makes what config.toml and app.toml of a node would say.
func configure(options options) (*config.Config, servercfg.Config) {
	files := config.DefaultConfig().SetRoot(options.directory)
	files.Moniker = keyName
	files.RPC.ListenAddress = "tcp://" + options.serve.rpc
	files.P2P.ListenAddress = "tcp://" + options.serve.p2p
	files.P2P.AddrBookStrict = false
	files.P2P.AllowDuplicateIP = true
	files.Consensus.TimeoutCommit = 200 * time.Millisecond
	if options.halted > 0 {
		// Long enough to stop it between its first block and the second one, whose time would be that of its making.
		files.Consensus.TimeoutCommit = 3 * time.Second
	}
	// Lets a node that follows keep up with blocks as quick as these: by default it takes longer for one than the chain does.
	files.Consensus.PeerGossipSleepDuration = 5 * time.Millisecond
	files.P2P.FlushThrottleTimeout = 5 * time.Millisecond
	if options.follow != "" {
		files.P2P.ListenAddress = "tcp://127.0.0.1:0"
		files.Consensus.TimeoutCommit = 0
	}

	settings := servercfg.DefaultConfig()
	settings.MinGasPrices = "0.000006" + sdk.DefaultBondDenom
	settings.GRPC.Address = options.serve.grpc
	settings.API.Enable = true
	settings.API.Address = "tcp://" + options.serve.rest
	if options.allowOrigins {
		settings.API.EnableUnsafeCORS = true
		files.RPC.CORSAllowedOrigins = []string{"*"}
	}
	return files, *settings
}

// application is the chain's state machine, with what encodes its messages.
type application struct {
	*runtime.App
	keepBlocks int64
	codec      codec.Codec
	registry   codectypes.InterfaceRegistry
	txs        client.TxConfig
}

func build(options options, minGasPrices string) (app application, err error) {
	// Not a MemDB: its lock stops the chain for good when a block is written while a query iterates.
	database, err := dbm.NewDB("application", dbm.GoLevelDBBackend, options.directory)
	if err != nil {
		return app, err
	}
	app.keepBlocks = options.keepBlocks
	kept := keepAllStates
	if options.keepRecent > 0 {
		kept = keepStates(options.keepRecent, pruningInterval)
	}
	settings := []func(*baseapp.BaseApp){
		baseapp.SetMinGasPrices(minGasPrices), baseapp.SetChainID(options.chainID), baseapp.SetPruning(kept),
	}
	if err := assemble(&app, database, settings); err != nil {
		return app, err
	}
	return app, app.Load(true)
}

// Commit lets CometBFT remove old blocks. The SDK's own min-retain-blocks would keep as many as evidence may be old, 100,000.
func (app application) Commit() (*abci.ResponseCommit, error) {
	response, err := app.App.Commit()
	if err == nil && app.keepBlocks > 0 && app.LastBlockHeight() > app.keepBlocks {
		response.RetainHeight = app.LastBlockHeight() - app.keepBlocks
	}
	return response, err
}

// serve starts the servers of gRPC and of the REST API, which answers gRPC-web as well since SDK 0.50; it returns once both listen.
func serve(app application, context client.Context, settings servercfg.Config, options options) error {
	app.RegisterTxService(context)
	app.RegisterTendermintService(context)
	app.RegisterNodeService(context, settings)
	grpc, err := servergrpc.NewGRPCServer(context, app, settings.GRPC)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", settings.GRPC.Address)
	if err != nil {
		return err
	}
	failed := make(chan error, 2)
	go func() { failed <- grpc.Serve(listener) }()
	rest := api.New(context, noLog, grpc)
	app.RegisterAPIRoutes(rest, settings.API)
	go func() { failed <- rest.Start(background, settings) }()
	if err := serveEVM(context, options); err != nil {
		return err
	}
	for {
		connection, err := net.Dial("tcp", settings.API.Address[len("tcp://"):])
		if err == nil {
			return connection.Close()
		}
		select {
		case err := <-failed:
			return err
		case <-time.After(pollInterval):
		}
	}
}

// waitForState waits until a block is stored.
func waitForState(rpc *local.Local, height int64) error {
	for ; ; time.Sleep(pollInterval) {
		status, err := rpc.Status(background)
		if err != nil {
			return err
		}
		if status.SyncInfo.LatestBlockHeight >= height && !status.SyncInfo.CatchingUp {
			return nil
		}
	}
}

var background = context.Background()
