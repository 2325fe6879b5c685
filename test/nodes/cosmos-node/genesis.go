package main

import (
	"crypto/sha256"
	"encoding/json"
	"strconv"
	"time"

	"github.com/cometbft/cometbft/crypto"
	comet "github.com/cometbft/cometbft/types"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	genutil "github.com/cosmos/cosmos-sdk/x/genutil/types"
)

const (
	heldDenom = "held"
	// The account's supply of its two denoms.
	tokenDenom  = "node0token"
	tokenAmount = 1_000_000_000
	stakeAmount = 400_000_000
)

// metadata describes the denom that the validator stakes, as a chain of its own would.
var metadata = banktypes.Metadata{
	Description: "The staking token of the test chain.",
	DenomUnits: []*banktypes.DenomUnit{
		{Denom: sdk.DefaultBondDenom, Exponent: 0},
		{Denom: "STAKE", Exponent: displayExponent},
	},
	Base:    sdk.DefaultBondDenom,
	Display: "STAKE",
	Name:    "Stake",
	Symbol:  "STAKE",
}

// createGenesis makes the genesis of a chain with one validator.
func createGenesis(app application, options options, validator crypto.PubKey, account sdk.AccAddress) (*genutil.AppGenesis, error) {
	balances := append(createHolders(options.holders), banktypes.Balance{
		Address: account.String(),
		Coins: sdk.NewCoins(
			sdk.NewInt64Coin(tokenDenom, tokenAmount),
			sdk.NewInt64Coin(sdk.DefaultBondDenom, stakeAmount),
		),
	})
	state, err := sims.GenesisStateWithValSet(
		app.codec, app.DefaultGenesis(),
		comet.NewValidatorSet([]*comet.Validator{comet.NewValidator(validator, 1)}),
		[]authtypes.GenesisAccount{authtypes.NewBaseAccount(account, nil, 0, 0)},
		balances...,
	)
	if err != nil {
		return nil, err
	}
	var bank banktypes.GenesisState
	app.codec.MustUnmarshalJSON(state[banktypes.ModuleName], &bank)
	bank.DenomMetadata = []banktypes.Metadata{metadata}
	state[banktypes.ModuleName] = app.codec.MustMarshalJSON(&bank)
	if err := addEVM(app, state); err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(state)
	if err != nil {
		return nil, err
	}
	return &genutil.AppGenesis{
		ChainID: options.chainID, GenesisTime: time.Now().Add(-options.halted), AppState: encoded, Consensus: &genutil.ConsensusGenesis{},
	}, nil
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
