// From schemas/query-api.openapi.json: npm run generate
"use strict";
export const assets = validate10;
const schema11 = {"$id":"answer-assets","type":"array","items":{"$ref":"Asset"}};
const schema12 = {"$id":"Asset","description":"An asset, as in the file of the registry.","type":"object","required":["denom","symbol"],"properties":{"denom":{"type":"string","description":"As the chain reports it."},"symbol":{"type":"string","description":"The symbol that people know it by."},"decimals":{"type":"integer","description":"Amounts are in units of ten to the power of minus this."}},"additionalProperties":true};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="answer-assets" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if(((data0.denom === undefined) && (missing0 = "denom")) || ((data0.symbol === undefined) && (missing0 = "symbol"))){
validate10.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"Asset/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data0.denom !== undefined){
const _errs5 = errors;
if(typeof data0.denom !== "string"){
validate10.errors = [{instancePath:instancePath+"/" + i0+"/denom",schemaPath:"Asset/properties/denom/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.symbol !== undefined){
const _errs7 = errors;
if(typeof data0.symbol !== "string"){
validate10.errors = [{instancePath:instancePath+"/" + i0+"/symbol",schemaPath:"Asset/properties/symbol/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.decimals !== undefined){
let data3 = data0.decimals;
const _errs9 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate10.errors = [{instancePath:instancePath+"/" + i0+"/decimals",schemaPath:"Asset/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"Asset/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}

export const asset = validate11;
const schema13 = {"$id":"answer-asset","$ref":"Asset"};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="answer-asset" */;
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.denom === undefined) && (missing0 = "denom")) || ((data.symbol === undefined) && (missing0 = "symbol"))){
validate11.errors = [{instancePath,schemaPath:"Asset/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.denom !== undefined){
const _errs3 = errors;
if(typeof data.denom !== "string"){
validate11.errors = [{instancePath:instancePath+"/denom",schemaPath:"Asset/properties/denom/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.symbol !== undefined){
const _errs5 = errors;
if(typeof data.symbol !== "string"){
validate11.errors = [{instancePath:instancePath+"/symbol",schemaPath:"Asset/properties/symbol/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.decimals !== undefined){
let data2 = data.decimals;
const _errs7 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate11.errors = [{instancePath:instancePath+"/decimals",schemaPath:"Asset/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
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
validate11.errors = [{instancePath,schemaPath:"Asset/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}

export const erc20Assets = validate12;
const schema15 = {"$id":"answer-erc20Assets","type":"array","items":{"$ref":"Token"}};
const schema16 = {"$id":"Token","description":"An ERC-20 or CW-20 token, as in the file of the registry.","type":"object","required":["symbol"],"properties":{"contract":{"type":"string","description":"The address of the contract."},"address":{"type":"string","description":"The same in older files."},"symbol":{"type":"string","description":"The symbol that people know it by."},"decimals":{"type":"integer","description":"Amounts are in units of ten to the power of minus this."}},"additionalProperties":true};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="answer-erc20Assets" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((data0.symbol === undefined) && (missing0 = "symbol")){
validate12.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"Token/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data0.contract !== undefined){
const _errs5 = errors;
if(typeof data0.contract !== "string"){
validate12.errors = [{instancePath:instancePath+"/" + i0+"/contract",schemaPath:"Token/properties/contract/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.address !== undefined){
const _errs7 = errors;
if(typeof data0.address !== "string"){
validate12.errors = [{instancePath:instancePath+"/" + i0+"/address",schemaPath:"Token/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.symbol !== undefined){
const _errs9 = errors;
if(typeof data0.symbol !== "string"){
validate12.errors = [{instancePath:instancePath+"/" + i0+"/symbol",schemaPath:"Token/properties/symbol/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.decimals !== undefined){
let data4 = data0.decimals;
const _errs11 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate12.errors = [{instancePath:instancePath+"/" + i0+"/decimals",schemaPath:"Token/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"Token/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate12.errors = vErrors;
return errors === 0;
}

export const erc20Asset = validate13;
const schema17 = {"$id":"answer-erc20Asset","$ref":"Token"};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="answer-erc20Asset" */;
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.symbol === undefined) && (missing0 = "symbol")){
validate13.errors = [{instancePath,schemaPath:"Token/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.contract !== undefined){
const _errs3 = errors;
if(typeof data.contract !== "string"){
validate13.errors = [{instancePath:instancePath+"/contract",schemaPath:"Token/properties/contract/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.address !== undefined){
const _errs5 = errors;
if(typeof data.address !== "string"){
validate13.errors = [{instancePath:instancePath+"/address",schemaPath:"Token/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.symbol !== undefined){
const _errs7 = errors;
if(typeof data.symbol !== "string"){
validate13.errors = [{instancePath:instancePath+"/symbol",schemaPath:"Token/properties/symbol/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.decimals !== undefined){
let data3 = data.decimals;
const _errs9 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate13.errors = [{instancePath:instancePath+"/decimals",schemaPath:"Token/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
else {
validate13.errors = [{instancePath,schemaPath:"Token/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate13.errors = vErrors;
return errors === 0;
}

export const cw20Assets = validate14;
const schema19 = {"$id":"answer-cw20Assets","type":"array","items":{"$ref":"Token"}};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="answer-cw20Assets" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((data0.symbol === undefined) && (missing0 = "symbol")){
validate14.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"Token/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data0.contract !== undefined){
const _errs5 = errors;
if(typeof data0.contract !== "string"){
validate14.errors = [{instancePath:instancePath+"/" + i0+"/contract",schemaPath:"Token/properties/contract/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.address !== undefined){
const _errs7 = errors;
if(typeof data0.address !== "string"){
validate14.errors = [{instancePath:instancePath+"/" + i0+"/address",schemaPath:"Token/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.symbol !== undefined){
const _errs9 = errors;
if(typeof data0.symbol !== "string"){
validate14.errors = [{instancePath:instancePath+"/" + i0+"/symbol",schemaPath:"Token/properties/symbol/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.decimals !== undefined){
let data4 = data0.decimals;
const _errs11 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate14.errors = [{instancePath:instancePath+"/" + i0+"/decimals",schemaPath:"Token/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"Token/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate14.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate14.errors = vErrors;
return errors === 0;
}

export const cw20Asset = validate15;
const schema21 = {"$id":"answer-cw20Asset","$ref":"Token"};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="answer-cw20Asset" */;
let vErrors = null;
let errors = 0;
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.symbol === undefined) && (missing0 = "symbol")){
validate15.errors = [{instancePath,schemaPath:"Token/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.contract !== undefined){
const _errs3 = errors;
if(typeof data.contract !== "string"){
validate15.errors = [{instancePath:instancePath+"/contract",schemaPath:"Token/properties/contract/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.address !== undefined){
const _errs5 = errors;
if(typeof data.address !== "string"){
validate15.errors = [{instancePath:instancePath+"/address",schemaPath:"Token/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.symbol !== undefined){
const _errs7 = errors;
if(typeof data.symbol !== "string"){
validate15.errors = [{instancePath:instancePath+"/symbol",schemaPath:"Token/properties/symbol/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.decimals !== undefined){
let data3 = data.decimals;
const _errs9 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate15.errors = [{instancePath:instancePath+"/decimals",schemaPath:"Token/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
else {
validate15.errors = [{instancePath,schemaPath:"Token/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate15.errors = vErrors;
return errors === 0;
}

export const accountTransferEvents = validate16;
const schema23 = {"$id":"answer-accountTransferEvents","$ref":"TransferEventsPage"};
const schema24 = {"$id":"TransferEventsPage","description":"A page of the transfers of a token that an account sent or received. Addresses are in lower case.","type":"object","required":["network","address","contractAddress","tokenType","page","offset","sort","range","next","transactions"],"properties":{"network":{"type":"string"},"address":{"type":"string"},"contractAddress":{"type":"string"},"tokenType":{"type":"string","enum":["ERC20","ERC721","ERC1155"]},"page":{"type":"integer"},"offset":{"type":"integer"},"sort":{"type":"string","enum":["asc","desc"]},"range":{"anyOf":[{"$ref":"BlockRange"},{"type":"null"}],"description":"The blocks that all pages together search, both included; null if the chain has not reached the first."},"next":{"type":["string","null"],"description":"Send it as cursor with the same request to get the records that follow; null at the end."},"transactions":{"type":"array","items":{"$ref":"TransferTransaction"}}}};
const schema25 = {"$id":"BlockRange","description":"Blocks, both included.","type":"object","required":["startBlock","endBlock"],"properties":{"startBlock":{"type":"integer"},"endBlock":{"type":"integer"}}};
const schema26 = {"$id":"TransferTransaction","description":"A transaction with its transfers of the token, in the order in which they were logged.","type":"object","required":["transactionHash","transactionIndex","blockNumber","blockHash","timestamp","transfers"],"properties":{"transactionHash":{"type":"string"},"transactionIndex":{"type":"integer"},"blockNumber":{"type":"integer"},"blockHash":{"type":"string"},"timestamp":{"type":["string","null"],"description":"ISO 8601, UTC; null if no node gave the block in time."},"transfers":{"type":"array","items":{"$ref":"TransferEvent"}}}};
const schema27 = {"$id":"TransferEvent","description":"One Transfer, TransferSingle or TransferBatch.","type":"object","required":["logIndex","from","to","operator","items"],"properties":{"logIndex":{"type":"integer"},"from":{"type":"string"},"to":{"type":"string"},"operator":{"type":["string","null"],"description":"Who made the transfer; null except for ERC1155."},"items":{"type":"array","items":{"$ref":"TransferItem"},"description":"One, except for a TransferBatch."}}};
const schema28 = {"$id":"TransferItem","description":"An amount of a token that was transferred.","type":"object","required":["tokenId","amount"],"properties":{"tokenId":{"type":["string","null"],"description":"Decimal; null for ERC20, which has none."},"amount":{"type":"string","description":"Decimal, in the smallest unit."}}};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="TransferEvent" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.logIndex === undefined) && (missing0 = "logIndex")) || ((data.from === undefined) && (missing0 = "from"))) || ((data.to === undefined) && (missing0 = "to"))) || ((data.operator === undefined) && (missing0 = "operator"))) || ((data.items === undefined) && (missing0 = "items"))){
validate19.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.logIndex !== undefined){
let data0 = data.logIndex;
const _errs1 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate19.errors = [{instancePath:instancePath+"/logIndex",schemaPath:"#/properties/logIndex/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.from !== undefined){
const _errs3 = errors;
if(typeof data.from !== "string"){
validate19.errors = [{instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.to !== undefined){
const _errs5 = errors;
if(typeof data.to !== "string"){
validate19.errors = [{instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.operator !== undefined){
let data3 = data.operator;
const _errs7 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate19.errors = [{instancePath:instancePath+"/operator",schemaPath:"#/properties/operator/type",keyword:"type",params:{type: schema27.properties.operator.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.items !== undefined){
let data4 = data.items;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data4)){
var valid1 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
const _errs11 = errors;
const _errs12 = errors;
if(errors === _errs12){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if(((data5.tokenId === undefined) && (missing1 = "tokenId")) || ((data5.amount === undefined) && (missing1 = "amount"))){
validate19.errors = [{instancePath:instancePath+"/items/" + i0,schemaPath:"TransferItem/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data5.tokenId !== undefined){
let data6 = data5.tokenId;
const _errs14 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate19.errors = [{instancePath:instancePath+"/items/" + i0+"/tokenId",schemaPath:"TransferItem/properties/tokenId/type",keyword:"type",params:{type: schema28.properties.tokenId.type},message:"must be string,null"}];
return false;
}
var valid3 = _errs14 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data5.amount !== undefined){
const _errs16 = errors;
if(typeof data5.amount !== "string"){
validate19.errors = [{instancePath:instancePath+"/items/" + i0+"/amount",schemaPath:"TransferItem/properties/amount/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate19.errors = [{instancePath:instancePath+"/items/" + i0,schemaPath:"TransferItem/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs11 === errors;
if(!valid1){
break;
}
}
}
else {
validate19.errors = [{instancePath:instancePath+"/items",schemaPath:"#/properties/items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs9 === errors;
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
else {
validate19.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate19.errors = vErrors;
return errors === 0;
}


function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="TransferTransaction" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.transactionHash === undefined) && (missing0 = "transactionHash")) || ((data.transactionIndex === undefined) && (missing0 = "transactionIndex"))) || ((data.blockNumber === undefined) && (missing0 = "blockNumber"))) || ((data.blockHash === undefined) && (missing0 = "blockHash"))) || ((data.timestamp === undefined) && (missing0 = "timestamp"))) || ((data.transfers === undefined) && (missing0 = "transfers"))){
validate18.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.transactionHash !== undefined){
const _errs1 = errors;
if(typeof data.transactionHash !== "string"){
validate18.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/properties/transactionHash/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionIndex !== undefined){
let data1 = data.transactionIndex;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate18.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/properties/transactionIndex/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockNumber !== undefined){
let data2 = data.blockNumber;
const _errs5 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate18.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/properties/blockNumber/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHash !== undefined){
const _errs7 = errors;
if(typeof data.blockHash !== "string"){
validate18.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/properties/blockHash/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timestamp !== undefined){
let data4 = data.timestamp;
const _errs9 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate18.errors = [{instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/type",keyword:"type",params:{type: schema26.properties.timestamp.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transfers !== undefined){
let data5 = data.transfers;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data5)){
var valid1 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
const _errs13 = errors;
if(!(validate19(data5[i0], {instancePath:instancePath+"/transfers/" + i0,parentData:data5,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
errors = vErrors.length;
}
var valid1 = _errs13 === errors;
if(!valid1){
break;
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/transfers",schemaPath:"#/properties/transfers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs11 === errors;
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
else {
validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate18.errors = vErrors;
return errors === 0;
}


function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="TransferEventsPage" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((data.network === undefined) && (missing0 = "network")) || ((data.address === undefined) && (missing0 = "address"))) || ((data.contractAddress === undefined) && (missing0 = "contractAddress"))) || ((data.tokenType === undefined) && (missing0 = "tokenType"))) || ((data.page === undefined) && (missing0 = "page"))) || ((data.offset === undefined) && (missing0 = "offset"))) || ((data.sort === undefined) && (missing0 = "sort"))) || ((data.range === undefined) && (missing0 = "range"))) || ((data.next === undefined) && (missing0 = "next"))) || ((data.transactions === undefined) && (missing0 = "transactions"))){
validate17.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.network !== undefined){
const _errs1 = errors;
if(typeof data.network !== "string"){
validate17.errors = [{instancePath:instancePath+"/network",schemaPath:"#/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.address !== undefined){
const _errs3 = errors;
if(typeof data.address !== "string"){
validate17.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.contractAddress !== undefined){
const _errs5 = errors;
if(typeof data.contractAddress !== "string"){
validate17.errors = [{instancePath:instancePath+"/contractAddress",schemaPath:"#/properties/contractAddress/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tokenType !== undefined){
let data3 = data.tokenType;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate17.errors = [{instancePath:instancePath+"/tokenType",schemaPath:"#/properties/tokenType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data3 === "ERC20") || (data3 === "ERC721")) || (data3 === "ERC1155"))){
validate17.errors = [{instancePath:instancePath+"/tokenType",schemaPath:"#/properties/tokenType/enum",keyword:"enum",params:{allowedValues: schema24.properties.tokenType.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.page !== undefined){
let data4 = data.page;
const _errs9 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate17.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.offset !== undefined){
let data5 = data.offset;
const _errs11 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate17.errors = [{instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sort !== undefined){
let data6 = data.sort;
const _errs13 = errors;
if(typeof data6 !== "string"){
validate17.errors = [{instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data6 === "asc") || (data6 === "desc"))){
validate17.errors = [{instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/enum",keyword:"enum",params:{allowedValues: schema24.properties.sort.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.range !== undefined){
let data7 = data.range;
const _errs15 = errors;
const _errs16 = errors;
let valid1 = false;
const _errs17 = errors;
const _errs18 = errors;
if(errors === _errs18){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing1;
if(((data7.startBlock === undefined) && (missing1 = "startBlock")) || ((data7.endBlock === undefined) && (missing1 = "endBlock"))){
const err0 = {instancePath:instancePath+"/range",schemaPath:"BlockRange/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data7.startBlock !== undefined){
let data8 = data7.startBlock;
const _errs20 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err1 = {instancePath:instancePath+"/range/startBlock",schemaPath:"BlockRange/properties/startBlock/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.endBlock !== undefined){
let data9 = data7.endBlock;
const _errs22 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err2 = {instancePath:instancePath+"/range/endBlock",schemaPath:"BlockRange/properties/endBlock/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
const err3 = {instancePath:instancePath+"/range",schemaPath:"BlockRange/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs17 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs24 = errors;
if(data7 !== null){
const err4 = {instancePath:instancePath+"/range",schemaPath:"#/properties/range/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid0 = _errs24 === errors;
valid1 = valid1 || _valid0;
}
if(!valid1){
const err5 = {instancePath:instancePath+"/range",schemaPath:"#/properties/range/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate17.errors = vErrors;
return false;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next !== undefined){
let data10 = data.next;
const _errs26 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate17.errors = [{instancePath:instancePath+"/next",schemaPath:"#/properties/next/type",keyword:"type",params:{type: schema24.properties.next.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactions !== undefined){
let data11 = data.transactions;
const _errs28 = errors;
if(errors === _errs28){
if(Array.isArray(data11)){
var valid4 = true;
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
const _errs30 = errors;
if(!(validate18(data11[i0], {instancePath:instancePath+"/transactions/" + i0,parentData:data11,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
errors = vErrors.length;
}
var valid4 = _errs30 === errors;
if(!valid4){
break;
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/transactions",schemaPath:"#/properties/transactions/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs28 === errors;
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
else {
validate17.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate17.errors = vErrors;
return errors === 0;
}


function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="answer-accountTransferEvents" */;
let vErrors = null;
let errors = 0;
if(!(validate17(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
errors = vErrors.length;
}
validate16.errors = vErrors;
return errors === 0;
}

export const transactionsByEvent = validate23;
const schema29 = {"$id":"answer-transactionsByEvent","$ref":"TransactionsByEventPage"};
const schema30 = {"$id":"TransactionsByEventPage","description":"A page of the transactions with events of a contract, of certain topics, or both.","type":"object","required":["network","page","offset","sort","range","next","transactions"],"properties":{"network":{"type":"string"},"page":{"type":"integer"},"offset":{"type":"integer"},"sort":{"type":"string","enum":["asc","desc"]},"range":{"anyOf":[{"$ref":"BlockRange"},{"type":"null"}],"description":"The blocks that all pages together search, both included; null if the chain has not reached the first."},"next":{"type":["string","null"],"description":"Send it as cursor with the same request to get the records that follow; null at the end."},"transactions":{"type":"array","items":{"$ref":"EventTransaction"}}}};
const schema32 = {"$id":"EventTransaction","description":"A transaction with its matching events, in the order in which they were logged.","type":"object","required":["transactionHash","transactionIndex","blockNumber","blockHash","timestamp","logs"],"properties":{"transactionHash":{"type":"string"},"transactionIndex":{"type":"integer"},"blockNumber":{"type":"integer"},"blockHash":{"type":"string"},"timestamp":{"type":["string","null"],"description":"ISO 8601, UTC; null if no node gave the block in time."},"logs":{"type":"array","items":{"$ref":"LoggedEvent"}}}};
const schema33 = {"$id":"LoggedEvent","description":"An event of the chain.","type":"object","required":["logIndex","address","topics","data"],"properties":{"logIndex":{"type":"integer"},"address":{"type":"string"},"topics":{"type":"array","items":{"type":"string"}},"data":{"type":"string","description":"0x and hexadecimal digits."}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="EventTransaction" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.transactionHash === undefined) && (missing0 = "transactionHash")) || ((data.transactionIndex === undefined) && (missing0 = "transactionIndex"))) || ((data.blockNumber === undefined) && (missing0 = "blockNumber"))) || ((data.blockHash === undefined) && (missing0 = "blockHash"))) || ((data.timestamp === undefined) && (missing0 = "timestamp"))) || ((data.logs === undefined) && (missing0 = "logs"))){
validate25.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.transactionHash !== undefined){
const _errs1 = errors;
if(typeof data.transactionHash !== "string"){
validate25.errors = [{instancePath:instancePath+"/transactionHash",schemaPath:"#/properties/transactionHash/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactionIndex !== undefined){
let data1 = data.transactionIndex;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate25.errors = [{instancePath:instancePath+"/transactionIndex",schemaPath:"#/properties/transactionIndex/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockNumber !== undefined){
let data2 = data.blockNumber;
const _errs5 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate25.errors = [{instancePath:instancePath+"/blockNumber",schemaPath:"#/properties/blockNumber/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blockHash !== undefined){
const _errs7 = errors;
if(typeof data.blockHash !== "string"){
validate25.errors = [{instancePath:instancePath+"/blockHash",schemaPath:"#/properties/blockHash/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timestamp !== undefined){
let data4 = data.timestamp;
const _errs9 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate25.errors = [{instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/type",keyword:"type",params:{type: schema32.properties.timestamp.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.logs !== undefined){
let data5 = data.logs;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data5)){
var valid1 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs13 = errors;
const _errs14 = errors;
if(errors === _errs14){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((((data6.logIndex === undefined) && (missing1 = "logIndex")) || ((data6.address === undefined) && (missing1 = "address"))) || ((data6.topics === undefined) && (missing1 = "topics"))) || ((data6.data === undefined) && (missing1 = "data"))){
validate25.errors = [{instancePath:instancePath+"/logs/" + i0,schemaPath:"LoggedEvent/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data6.logIndex !== undefined){
let data7 = data6.logIndex;
const _errs16 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate25.errors = [{instancePath:instancePath+"/logs/" + i0+"/logIndex",schemaPath:"LoggedEvent/properties/logIndex/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.address !== undefined){
const _errs18 = errors;
if(typeof data6.address !== "string"){
validate25.errors = [{instancePath:instancePath+"/logs/" + i0+"/address",schemaPath:"LoggedEvent/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.topics !== undefined){
let data9 = data6.topics;
const _errs20 = errors;
if(errors === _errs20){
if(Array.isArray(data9)){
var valid4 = true;
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
const _errs22 = errors;
if(typeof data9[i1] !== "string"){
validate25.errors = [{instancePath:instancePath+"/logs/" + i0+"/topics/" + i1,schemaPath:"LoggedEvent/properties/topics/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs22 === errors;
if(!valid4){
break;
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/logs/" + i0+"/topics",schemaPath:"LoggedEvent/properties/topics/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.data !== undefined){
const _errs24 = errors;
if(typeof data6.data !== "string"){
validate25.errors = [{instancePath:instancePath+"/logs/" + i0+"/data",schemaPath:"LoggedEvent/properties/data/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs24 === errors;
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
validate25.errors = [{instancePath:instancePath+"/logs/" + i0,schemaPath:"LoggedEvent/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs13 === errors;
if(!valid1){
break;
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/logs",schemaPath:"#/properties/logs/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs11 === errors;
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
else {
validate25.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate25.errors = vErrors;
return errors === 0;
}


function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="TransactionsByEventPage" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((data.network === undefined) && (missing0 = "network")) || ((data.page === undefined) && (missing0 = "page"))) || ((data.offset === undefined) && (missing0 = "offset"))) || ((data.sort === undefined) && (missing0 = "sort"))) || ((data.range === undefined) && (missing0 = "range"))) || ((data.next === undefined) && (missing0 = "next"))) || ((data.transactions === undefined) && (missing0 = "transactions"))){
validate24.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.network !== undefined){
const _errs1 = errors;
if(typeof data.network !== "string"){
validate24.errors = [{instancePath:instancePath+"/network",schemaPath:"#/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.page !== undefined){
let data1 = data.page;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate24.errors = [{instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.offset !== undefined){
let data2 = data.offset;
const _errs5 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate24.errors = [{instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sort !== undefined){
let data3 = data.sort;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate24.errors = [{instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data3 === "asc") || (data3 === "desc"))){
validate24.errors = [{instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/enum",keyword:"enum",params:{allowedValues: schema30.properties.sort.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.range !== undefined){
let data4 = data.range;
const _errs9 = errors;
const _errs10 = errors;
let valid1 = false;
const _errs11 = errors;
const _errs12 = errors;
if(errors === _errs12){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if(((data4.startBlock === undefined) && (missing1 = "startBlock")) || ((data4.endBlock === undefined) && (missing1 = "endBlock"))){
const err0 = {instancePath:instancePath+"/range",schemaPath:"BlockRange/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data4.startBlock !== undefined){
let data5 = data4.startBlock;
const _errs14 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err1 = {instancePath:instancePath+"/range/startBlock",schemaPath:"BlockRange/properties/startBlock/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid3 = _errs14 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.endBlock !== undefined){
let data6 = data4.endBlock;
const _errs16 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err2 = {instancePath:instancePath+"/range/endBlock",schemaPath:"BlockRange/properties/endBlock/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
const err3 = {instancePath:instancePath+"/range",schemaPath:"BlockRange/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs11 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs18 = errors;
if(data4 !== null){
const err4 = {instancePath:instancePath+"/range",schemaPath:"#/properties/range/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid0 = _errs18 === errors;
valid1 = valid1 || _valid0;
}
if(!valid1){
const err5 = {instancePath:instancePath+"/range",schemaPath:"#/properties/range/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate24.errors = vErrors;
return false;
}
else {
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next !== undefined){
let data7 = data.next;
const _errs20 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate24.errors = [{instancePath:instancePath+"/next",schemaPath:"#/properties/next/type",keyword:"type",params:{type: schema30.properties.next.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transactions !== undefined){
let data8 = data.transactions;
const _errs22 = errors;
if(errors === _errs22){
if(Array.isArray(data8)){
var valid4 = true;
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
const _errs24 = errors;
if(!(validate25(data8[i0], {instancePath:instancePath+"/transactions/" + i0,parentData:data8,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
var valid4 = _errs24 === errors;
if(!valid4){
break;
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/transactions",schemaPath:"#/properties/transactions/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs22 === errors;
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
validate24.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate24.errors = vErrors;
return errors === 0;
}


function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="answer-transactionsByEvent" */;
let vErrors = null;
let errors = 0;
if(!(validate24(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
validate23.errors = vErrors;
return errors === 0;
}

export const holders = validate28;
const schema34 = {"$id":"answer-holders","$ref":"HoldersPage"};
const schema35 = {"$id":"HoldersPage","description":"A page of the holders of a denom, the largest balance first.","type":"object","required":["network","denom","keyword","offset","limit","holders","asOf","complete","next"],"properties":{"network":{"type":"string"},"denom":{"type":"string"},"keyword":{"type":["string","null"]},"offset":{"type":"integer"},"limit":{"type":"integer"},"holders":{"type":"array","items":{"$ref":"Holder"}},"asOf":{"$ref":"SnapshotTime","description":"When the balances were read."},"complete":{"type":"boolean","description":"Whether the balances of all holders together are the supply."},"difference":{"type":"string","description":"The supply minus the sum of all balances, decimal, negative if the holders have more; only where complete is false."},"next":{"type":["string","null"],"description":"Send it as cursor with the same request to get the records that follow; null at the end."}}};
const schema36 = {"$id":"Holder","description":"A holder of a denom.","type":"object","required":["address","amount"],"properties":{"address":{"type":"string"},"amount":{"type":"string","description":"Decimal, in the smallest unit."}}};
const schema37 = {"$id":"SnapshotTime","description":"When balances were read.","type":"object","required":["height","time"],"properties":{"height":{"type":["integer","null"],"description":"The block; null if no node answers for one height, so that balances may have moved meanwhile."},"time":{"type":"string","description":"ISO 8601, UTC: of the block, else when the reading began."}}};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="HoldersPage" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.network === undefined) && (missing0 = "network")) || ((data.denom === undefined) && (missing0 = "denom"))) || ((data.keyword === undefined) && (missing0 = "keyword"))) || ((data.offset === undefined) && (missing0 = "offset"))) || ((data.limit === undefined) && (missing0 = "limit"))) || ((data.holders === undefined) && (missing0 = "holders"))) || ((data.asOf === undefined) && (missing0 = "asOf"))) || ((data.complete === undefined) && (missing0 = "complete"))) || ((data.next === undefined) && (missing0 = "next"))){
validate29.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.network !== undefined){
const _errs1 = errors;
if(typeof data.network !== "string"){
validate29.errors = [{instancePath:instancePath+"/network",schemaPath:"#/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.denom !== undefined){
const _errs3 = errors;
if(typeof data.denom !== "string"){
validate29.errors = [{instancePath:instancePath+"/denom",schemaPath:"#/properties/denom/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.keyword !== undefined){
let data2 = data.keyword;
const _errs5 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate29.errors = [{instancePath:instancePath+"/keyword",schemaPath:"#/properties/keyword/type",keyword:"type",params:{type: schema35.properties.keyword.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.offset !== undefined){
let data3 = data.offset;
const _errs7 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate29.errors = [{instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.limit !== undefined){
let data4 = data.limit;
const _errs9 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate29.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.holders !== undefined){
let data5 = data.holders;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data5)){
var valid1 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs13 = errors;
const _errs14 = errors;
if(errors === _errs14){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((data6.address === undefined) && (missing1 = "address")) || ((data6.amount === undefined) && (missing1 = "amount"))){
validate29.errors = [{instancePath:instancePath+"/holders/" + i0,schemaPath:"Holder/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data6.address !== undefined){
const _errs16 = errors;
if(typeof data6.address !== "string"){
validate29.errors = [{instancePath:instancePath+"/holders/" + i0+"/address",schemaPath:"Holder/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.amount !== undefined){
const _errs18 = errors;
if(typeof data6.amount !== "string"){
validate29.errors = [{instancePath:instancePath+"/holders/" + i0+"/amount",schemaPath:"Holder/properties/amount/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/holders/" + i0,schemaPath:"Holder/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs13 === errors;
if(!valid1){
break;
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/holders",schemaPath:"#/properties/holders/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.asOf !== undefined){
let data9 = data.asOf;
const _errs20 = errors;
const _errs21 = errors;
if(errors === _errs21){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing2;
if(((data9.height === undefined) && (missing2 = "height")) || ((data9.time === undefined) && (missing2 = "time"))){
validate29.errors = [{instancePath:instancePath+"/asOf",schemaPath:"SnapshotTime/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data9.height !== undefined){
let data10 = data9.height;
const _errs23 = errors;
if((!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))) && (data10 !== null)){
validate29.errors = [{instancePath:instancePath+"/asOf/height",schemaPath:"SnapshotTime/properties/height/type",keyword:"type",params:{type: schema37.properties.height.type},message:"must be integer,null"}];
return false;
}
var valid5 = _errs23 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data9.time !== undefined){
const _errs25 = errors;
if(typeof data9.time !== "string"){
validate29.errors = [{instancePath:instancePath+"/asOf/time",schemaPath:"SnapshotTime/properties/time/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs25 === errors;
}
else {
var valid5 = true;
}
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/asOf",schemaPath:"SnapshotTime/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.complete !== undefined){
const _errs27 = errors;
if(typeof data.complete !== "boolean"){
validate29.errors = [{instancePath:instancePath+"/complete",schemaPath:"#/properties/complete/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.difference !== undefined){
const _errs29 = errors;
if(typeof data.difference !== "string"){
validate29.errors = [{instancePath:instancePath+"/difference",schemaPath:"#/properties/difference/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.next !== undefined){
let data14 = data.next;
const _errs31 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate29.errors = [{instancePath:instancePath+"/next",schemaPath:"#/properties/next/type",keyword:"type",params:{type: schema35.properties.next.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs31 === errors;
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
else {
validate29.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate29.errors = vErrors;
return errors === 0;
}


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="answer-holders" */;
let vErrors = null;
let errors = 0;
if(!(validate29(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
validate28.errors = vErrors;
return errors === 0;
}

export const holderSummary = validate31;
const schema38 = {"$id":"answer-holderSummary","$ref":"HolderSummary"};
const schema39 = {"$id":"HolderSummary","description":"How a denom is held.","type":"object","required":["network","denom","supply","holderCount","sum","difference","asOf","metadata"],"properties":{"network":{"type":"string"},"denom":{"type":"string"},"supply":{"type":"string","description":"Decimal, in the denom's base unit."},"holderCount":{"type":["integer","null"],"description":"Null if no node lists holders."},"sum":{"type":["string","null"],"description":"All balances together, decimal; null if no node lists holders."},"difference":{"type":["string","null"],"description":"`supply` minus `sum`, decimal; null if no node lists holders."},"asOf":{"anyOf":[{"$ref":"SnapshotTime"},{"type":"null"}],"description":"When the balances were read."},"metadata":{"anyOf":[{"$ref":"DenomMetadata"},{"type":"null"}],"description":"Null if the chain has none."}}};
const schema41 = {"$id":"DenomMetadata","description":"What the metadata of a chain says of a denom: untrusted text.","type":"object","required":["description","denomUnits","base","display","name","symbol"],"properties":{"description":{"type":"string"},"denomUnits":{"type":"array","items":{"$ref":"DenomUnit"}},"base":{"type":"string"},"display":{"type":"string"},"name":{"type":"string"},"symbol":{"type":"string"}}};
const schema42 = {"$id":"DenomUnit","description":"A unit of a denom.","type":"object","required":["denom","exponent","aliases"],"properties":{"denom":{"type":"string"},"exponent":{"type":"integer"},"aliases":{"type":"array","items":{"type":"string"}}}};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="DenomMetadata" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.description === undefined) && (missing0 = "description")) || ((data.denomUnits === undefined) && (missing0 = "denomUnits"))) || ((data.base === undefined) && (missing0 = "base"))) || ((data.display === undefined) && (missing0 = "display"))) || ((data.name === undefined) && (missing0 = "name"))) || ((data.symbol === undefined) && (missing0 = "symbol"))){
validate33.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.description !== undefined){
const _errs1 = errors;
if(typeof data.description !== "string"){
validate33.errors = [{instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.denomUnits !== undefined){
let data1 = data.denomUnits;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((data2.denom === undefined) && (missing1 = "denom")) || ((data2.exponent === undefined) && (missing1 = "exponent"))) || ((data2.aliases === undefined) && (missing1 = "aliases"))){
validate33.errors = [{instancePath:instancePath+"/denomUnits/" + i0,schemaPath:"DenomUnit/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.denom !== undefined){
const _errs8 = errors;
if(typeof data2.denom !== "string"){
validate33.errors = [{instancePath:instancePath+"/denomUnits/" + i0+"/denom",schemaPath:"DenomUnit/properties/denom/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs8 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.exponent !== undefined){
let data4 = data2.exponent;
const _errs10 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate33.errors = [{instancePath:instancePath+"/denomUnits/" + i0+"/exponent",schemaPath:"DenomUnit/properties/exponent/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.aliases !== undefined){
let data5 = data2.aliases;
const _errs12 = errors;
if(errors === _errs12){
if(Array.isArray(data5)){
var valid4 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
const _errs14 = errors;
if(typeof data5[i1] !== "string"){
validate33.errors = [{instancePath:instancePath+"/denomUnits/" + i0+"/aliases/" + i1,schemaPath:"DenomUnit/properties/aliases/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs14 === errors;
if(!valid4){
break;
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/denomUnits/" + i0+"/aliases",schemaPath:"DenomUnit/properties/aliases/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/denomUnits/" + i0,schemaPath:"DenomUnit/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/denomUnits",schemaPath:"#/properties/denomUnits/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.base !== undefined){
const _errs16 = errors;
if(typeof data.base !== "string"){
validate33.errors = [{instancePath:instancePath+"/base",schemaPath:"#/properties/base/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.display !== undefined){
const _errs18 = errors;
if(typeof data.display !== "string"){
validate33.errors = [{instancePath:instancePath+"/display",schemaPath:"#/properties/display/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
const _errs20 = errors;
if(typeof data.name !== "string"){
validate33.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.symbol !== undefined){
const _errs22 = errors;
if(typeof data.symbol !== "string"){
validate33.errors = [{instancePath:instancePath+"/symbol",schemaPath:"#/properties/symbol/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs22 === errors;
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
else {
validate33.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate33.errors = vErrors;
return errors === 0;
}


function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="HolderSummary" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.network === undefined) && (missing0 = "network")) || ((data.denom === undefined) && (missing0 = "denom"))) || ((data.supply === undefined) && (missing0 = "supply"))) || ((data.holderCount === undefined) && (missing0 = "holderCount"))) || ((data.sum === undefined) && (missing0 = "sum"))) || ((data.difference === undefined) && (missing0 = "difference"))) || ((data.asOf === undefined) && (missing0 = "asOf"))) || ((data.metadata === undefined) && (missing0 = "metadata"))){
validate32.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.network !== undefined){
const _errs1 = errors;
if(typeof data.network !== "string"){
validate32.errors = [{instancePath:instancePath+"/network",schemaPath:"#/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.denom !== undefined){
const _errs3 = errors;
if(typeof data.denom !== "string"){
validate32.errors = [{instancePath:instancePath+"/denom",schemaPath:"#/properties/denom/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.supply !== undefined){
const _errs5 = errors;
if(typeof data.supply !== "string"){
validate32.errors = [{instancePath:instancePath+"/supply",schemaPath:"#/properties/supply/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.holderCount !== undefined){
let data3 = data.holderCount;
const _errs7 = errors;
if((!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))) && (data3 !== null)){
validate32.errors = [{instancePath:instancePath+"/holderCount",schemaPath:"#/properties/holderCount/type",keyword:"type",params:{type: schema39.properties.holderCount.type},message:"must be integer,null"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sum !== undefined){
let data4 = data.sum;
const _errs9 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate32.errors = [{instancePath:instancePath+"/sum",schemaPath:"#/properties/sum/type",keyword:"type",params:{type: schema39.properties.sum.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.difference !== undefined){
let data5 = data.difference;
const _errs11 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate32.errors = [{instancePath:instancePath+"/difference",schemaPath:"#/properties/difference/type",keyword:"type",params:{type: schema39.properties.difference.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.asOf !== undefined){
let data6 = data.asOf;
const _errs13 = errors;
const _errs14 = errors;
let valid1 = false;
const _errs15 = errors;
const _errs16 = errors;
if(errors === _errs16){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((data6.height === undefined) && (missing1 = "height")) || ((data6.time === undefined) && (missing1 = "time"))){
const err0 = {instancePath:instancePath+"/asOf",schemaPath:"SnapshotTime/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data6.height !== undefined){
let data7 = data6.height;
const _errs18 = errors;
if((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (data7 !== null)){
const err1 = {instancePath:instancePath+"/asOf/height",schemaPath:"SnapshotTime/properties/height/type",keyword:"type",params:{type: schema37.properties.height.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.time !== undefined){
const _errs20 = errors;
if(typeof data6.time !== "string"){
const err2 = {instancePath:instancePath+"/asOf/time",schemaPath:"SnapshotTime/properties/time/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
const err3 = {instancePath:instancePath+"/asOf",schemaPath:"SnapshotTime/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs15 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const _errs22 = errors;
if(data6 !== null){
const err4 = {instancePath:instancePath+"/asOf",schemaPath:"#/properties/asOf/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid0 = _errs22 === errors;
valid1 = valid1 || _valid0;
}
if(!valid1){
const err5 = {instancePath:instancePath+"/asOf",schemaPath:"#/properties/asOf/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate32.errors = vErrors;
return false;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined){
let data9 = data.metadata;
const _errs24 = errors;
const _errs25 = errors;
let valid4 = false;
const _errs26 = errors;
if(!(validate33(data9, {instancePath:instancePath+"/metadata",parentData:data,parentDataProperty:"metadata",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
var _valid1 = _errs26 === errors;
valid4 = valid4 || _valid1;
if(!valid4){
const _errs27 = errors;
if(data9 !== null){
const err6 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid1 = _errs27 === errors;
valid4 = valid4 || _valid1;
}
if(!valid4){
const err7 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate32.errors = vErrors;
return false;
}
else {
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs24 === errors;
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
else {
validate32.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate32.errors = vErrors;
return errors === 0;
}


function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="answer-holderSummary" */;
let vErrors = null;
let errors = 0;
if(!(validate32(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
validate31.errors = vErrors;
return errors === 0;
}

