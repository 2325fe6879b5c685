package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"cosmossdk.io/log"
	"github.com/cometbft/cometbft/config"
	"github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	"github.com/cometbft/cometbft/proxy"
	"github.com/cometbft/cometbft/rpc/client/local"
	comet "github.com/cometbft/cometbft/types"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/server"
	servercfg "github.com/cosmos/cosmos-sdk/server/config"
	servergrpc "github.com/cosmos/cosmos-sdk/server/grpc"
	serverlog "github.com/cosmos/cosmos-sdk/server/log"
	"github.com/cosmos/cosmos-sdk/testutil/network"
	genutil "github.com/cosmos/cosmos-sdk/x/genutil/types"
)

// follow starts a node of the chain of another one, of the same machine, that takes its blocks from it and validates nothing; it serves gRPC alone. It
// returns once it has blocks, and runs until the process ends.
func follow(options options) error {
	chain, err := network.DefaultConfigWithAppConfig(network.MinimumAppConfig())
	if err != nil {
		return err
	}
	followed := config.DefaultConfig().SetRoot(filepath.Join(options.follow, "node0", "simd"))
	key, err := p2p.LoadNodeKey(followed.NodeKeyFile())
	if err != nil {
		return err
	}
	self := follower{server.NewDefaultContext(), servercfg.DefaultConfig()}
	// The answers have standard output to themselves.
	self.context.Logger = log.NewNopLogger()
	files := self.context.Config.SetRoot(options.directory)
	for _, directory := range []string{"config", "data"} {
		if err := os.MkdirAll(filepath.Join(options.directory, directory), 0o755); err != nil {
			return err
		}
	}
	files.P2P.ListenAddress = "tcp://127.0.0.1:0"
	files.P2P.PersistentPeers = p2p.IDAddressString(key.ID(), options.serve.p2p)
	files.P2P.AddrBookStrict = false
	// It knows that node by this address alone, so that a test can part them.
	files.P2P.PexReactor = false
	gossipQuickly(files)
	files.Consensus.TimeoutCommit = 0
	files.RPC.ListenAddress = "tcp://" + options.serve.rpc
	self.app.GRPC.Address = options.serve.grpc

	app := build(self, options)
	ownKey, err := p2p.LoadOrGenNodeKey(files.NodeKeyFile())
	if err != nil {
		return err
	}
	genesis := func() (*comet.GenesisDoc, error) {
		document, err := genutil.AppGenesisFromFile(followed.GenesisFile())
		if err != nil {
			return nil, err
		}
		return document.ToGenesisDoc()
	}
	running, err := node.NewNode(
		files, privval.LoadOrGenFilePV(files.PrivValidatorKeyFile(), files.PrivValidatorStateFile()), ownKey,
		proxy.NewLocalClientCreator(server.NewCometABCIWrapper(app)), genesis, config.DefaultDBProvider,
		node.DefaultMetricsProvider(files.Instrumentation), serverlog.CometLoggerWrapper{Logger: self.context.Logger},
	)
	if err != nil {
		return err
	}
	if err := running.Start(); err != nil {
		return err
	}
	rpc := local.New(running)
	clientContext := client.Context{}.
		WithChainID(options.chainID).WithClient(rpc).
		WithCodec(chain.Codec).WithInterfaceRegistry(chain.InterfaceRegistry).WithTxConfig(chain.TxConfig)
	app.RegisterTxService(clientContext)
	app.RegisterTendermintService(clientContext)
	app.RegisterNodeService(clientContext, *self.app)
	grpc, err := servergrpc.NewGRPCServer(clientContext, app, self.app.GRPC)
	if err != nil {
		return err
	}
	go func() { _ = servergrpc.StartGRPCServer(context.Background(), self.context.Logger, self.app.GRPC, grpc) }()
	for {
		status, err := rpc.Status(context.Background())
		if err != nil {
			return err
		}
		if status.SyncInfo.LatestBlockHeight > 0 && !status.SyncInfo.CatchingUp {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// follower is what an app is built from.
type follower struct {
	context *server.Context
	app     *servercfg.Config
}

func (f follower) GetCtx() *server.Context         { return f.context }
func (f follower) GetAppConfig() *servercfg.Config { return f.app }
