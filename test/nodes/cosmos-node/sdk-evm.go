//go:build evm

package main

import (
	"encoding/json"
	"net"
	"time"

	appv1alpha1 "cosmossdk.io/api/cosmos/app/v1alpha1"
	authmodule "cosmossdk.io/api/cosmos/auth/module/v1"
	"cosmossdk.io/core/appconfig"
	"cosmossdk.io/depinject"
	"cosmossdk.io/log/v2"
	cometnode "github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/server"
	pruning "github.com/cosmos/cosmos-sdk/store/v2/pruning/types"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	"github.com/cosmos/cosmos-sdk/testutil/configurator"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authkeeper "github.com/cosmos/cosmos-sdk/x/auth/keeper"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	bankkeeper "github.com/cosmos/cosmos-sdk/x/bank/keeper"
	consensuskeeper "github.com/cosmos/cosmos-sdk/x/consensus/keeper"
	stakingkeeper "github.com/cosmos/cosmos-sdk/x/staking/keeper"
	"github.com/cosmos/cosmos-sdk/x/tx/signing"
	evmserver "github.com/cosmos/evm/server"
	evmconfig "github.com/cosmos/evm/server/config"
	"github.com/cosmos/evm/x/feemarket"
	feemarketkeeper "github.com/cosmos/evm/x/feemarket/keeper"
	feemarkettypes "github.com/cosmos/evm/x/feemarket/types"
	"github.com/cosmos/evm/x/vm"
	evmkeeper "github.com/cosmos/evm/x/vm/keeper"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	"github.com/ethereum/go-ethereum/common"
	ethvm "github.com/ethereum/go-ethereum/core/vm"
	"golang.org/x/sync/errgroup"
)

const (
	// displayExponent is that of the staking token, in which gas is paid: the EVM counts in 18 digits.
	displayExponent = 18
	evmChainID      = 9001
)

var (
	noLog         = log.NewNopLogger()
	keepAllStates = pruning.NewPruningOptions(pruning.PruningNothing)
	keepStates    = pruning.NewCustomPruningOptions
)

// assemble puts the modules of the chain together: those of the EVM by hand, since they have no configuration of their own.
func assemble(app *application, database dbm.DB, settings []func(*baseapp.BaseApp)) error {
	modules := configurator.NewAppConfig(
		configurator.AuthModule(), configurator.BankModule(), configurator.GenutilModule(), configurator.StakingModule(),
		configurator.ConsensusModule(), configurator.TxModule(), permitEVM,
		// Below, with those of the EVM.
		configurator.OmitInitGenesis(), configurator.WithCustomPreBlockersOrder(), configurator.WithCustomBeginBlockersOrder(),
		configurator.WithCustomEndBlockersOrder(),
	)
	var (
		builder   *runtime.AppBuilder
		accounts  authkeeper.AccountKeeper
		bank      bankkeeper.BaseKeeper
		staking   *stakingkeeper.Keeper
		consensus consensuskeeper.Keeper
	)
	supplied := depinject.Configs(modules, depinject.Supply(noLog), depinject.Provide(ProvideSigner))
	err := depinject.Inject(supplied, &builder, &app.codec, &app.registry, &app.txs, &accounts, &bank, &staking, &consensus)
	if err != nil {
		return err
	}
	app.App = builder.Build(database, settings...)
	authority := authtypes.NewModuleAddress("gov")
	feeKey, evmKey := storetypes.NewKVStoreKey(feemarkettypes.StoreKey), storetypes.NewKVStoreKey(evmtypes.StoreKey)
	evmObjects := storetypes.NewObjectStoreKey(evmtypes.ObjectKey)
	if err := app.RegisterStores(feeKey, evmKey, evmObjects); err != nil {
		return err
	}
	fees := feemarketkeeper.NewKeeper(app.codec, authority, feeKey)
	evm := evmkeeper.NewKeeper(
		app.codec, evmKey, evmObjects, app.GetStoreKeys(), authority, accounts, bank, staking, fees, consensus, noTokens{}, evmChainID, "",
	)
	err = app.RegisterModules(feemarket.NewAppModule(fees), vm.NewAppModule(evm, accounts, bank, accounts.AddressCodec()))
	if err != nil {
		return err
	}
	order := []string{"auth", "bank", "staking", "genutil", "consensus", feemarkettypes.ModuleName, evmtypes.ModuleName}
	app.ModuleManager.SetOrderInitGenesis(order...)
	app.ModuleManager.SetOrderPreBlockers("auth", evmtypes.ModuleName)
	app.ModuleManager.SetOrderBeginBlockers(order...)
	app.ModuleManager.SetOrderEndBlockers(order...)
	app.SetInitChainer(app.InitChainer)
	app.SetPreBlocker(app.PreBlocker)
	app.SetBeginBlocker(app.BeginBlocker)
	app.SetEndBlocker(app.EndBlocker)
	return nil
}

// permitEVM adds the account of the EVM to those of the modules.
func permitEVM(config *configurator.Config) {
	config.ModuleConfigs["auth"] = &appv1alpha1.ModuleConfig{Name: "auth", Config: appconfig.WrapAny(&authmodule.Module{
		Bech32Prefix: "cosmos",
		ModuleAccountPermissions: []*authmodule.ModuleAccountPermission{
			{Account: "fee_collector"},
			{Account: "bonded_tokens_pool", Permissions: []string{"burner", "staking"}},
			{Account: "not_bonded_tokens_pool", Permissions: []string{"burner", "staking"}},
			{Account: evmtypes.ModuleName, Permissions: []string{"minter", "burner"}},
			{Account: feemarkettypes.ModuleName},
		},
	})}
}

// ProvideSigner tells who signs a transaction of the EVM.
func ProvideSigner() signing.CustomGetSigner { return evmtypes.MsgEthereumTxCustomGetSigner }

// noTokens stands for the module of ERC-20 tokens, which this chain does without.
type noTokens struct{}

func (noTokens) GetERC20PrecompileInstance(sdk.Context, common.Address) (ethvm.PrecompiledContract, bool, error) {
	return nil, false, nil
}

// addEVM lets gas be paid in the staking token.
func addEVM(app application, state map[string]json.RawMessage) error {
	genesis := evmtypes.DefaultGenesisState()
	genesis.Params.EvmDenom = sdk.DefaultBondDenom
	genesis.Params.ExtendedDenomOptions = &evmtypes.ExtendedDenomOptions{ExtendedDenom: sdk.DefaultBondDenom}
	encoded, err := app.codec.MarshalJSON(genesis)
	state[evmtypes.ModuleName] = encoded
	return err
}

// noTransactions tells of none that wait for a block.
type noTransactions struct{}

func (noTransactions) RegisterPendingTxListener(func(common.Hash)) {}

// serveEVM starts the servers of JSON-RPC and of its websocket; it returns once both listen.
func serveEVM(client client.Context, options options) error {
	context := server.NewDefaultContext()
	context.Logger = noLog
	context.Viper.Set("evm.evm-chain-id", evmChainID)
	config, err := evmconfig.GetConfig(context.Viper)
	if err != nil {
		return err
	}
	config.JSONRPC.Address, config.JSONRPC.WsAddress = options.serve.evm, options.serve.evmWs
	if options.allowOrigins {
		config.API.EnableUnsafeCORS = true
		config.JSONRPC.WSOrigins = []string{"*"}
	}
	group, running := errgroup.WithContext(background)
	if _, err := evmserver.StartJSONRPC(running, context, client, group, &config, nil, noTransactions{}, nil); err != nil {
		return err
	}
	for _, address := range []string{options.serve.evm, options.serve.evmWs} {
		for {
			if connection, err := net.Dial("tcp", address); err == nil {
				connection.Close()
				break
			}
			time.Sleep(pollInterval)
		}
	}
	return nil
}

// findConsensus finds what makes the blocks of a node.
func findConsensus(running *cometnode.Node) p2p.Reactor {
	consensus, _ := running.Switch().Reactor("CONSENSUS")
	return consensus
}
