//go:build !evm

package main

import (
	"encoding/json"

	"cosmossdk.io/depinject"
	"cosmossdk.io/log"
	pruning "cosmossdk.io/store/pruning/types"
	cometnode "github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/testutil/configurator"
	_ "github.com/cosmos/cosmos-sdk/x/params"
)

// displayExponent is that of the staking token.
const displayExponent = 6

var (
	noLog         = log.NewNopLogger()
	keepAllStates = pruning.NewPruningOptions(pruning.PruningNothing)
	keepStates    = pruning.NewCustomPruningOptions
)

// assemble puts the modules of the chain together.
func assemble(app *application, database dbm.DB, settings []func(*baseapp.BaseApp)) error {
	modules := configurator.NewAppConfig(
		configurator.AuthModule(), configurator.ParamsModule(), configurator.BankModule(), configurator.GenutilModule(),
		configurator.StakingModule(), configurator.ConsensusModule(), configurator.TxModule(),
	)
	var builder *runtime.AppBuilder
	supplied := depinject.Configs(modules, depinject.Supply(noLog))
	if err := depinject.Inject(supplied, &builder, &app.codec, &app.registry, &app.txs); err != nil {
		return err
	}
	app.App = builder.Build(database, nil, settings...)
	return nil
}

// There is no EVM.
func addEVM(application, map[string]json.RawMessage) error { return nil }
func serveEVM(client.Context, options) error               { return nil }

// findConsensus finds what makes the blocks of a node.
func findConsensus(running *cometnode.Node) p2p.Reactor {
	return running.Switch().Reactor("CONSENSUS")
}
