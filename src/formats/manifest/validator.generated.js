// Compiled by ajv from schemas/manifest.schema.json: npm run generate
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"Provider manifest","description":"The endpoints that a provider publishes for cosmos/chain-registry. Fields that are not named here are not checked.","type":"object","required":["chains"],"properties":{"chains":{"title":"chains","description":"The chains.","type":"array","items":{"title":"A chain of chains","description":"A chain and its endpoints.","type":"object","properties":{"chain_id":{"title":"chain_id","description":"The chain id that every endpoint of the chain must report.","examples":["kava_2222-10"]},"evm_chain_id":{"title":"evm_chain_id","description":"The chain id that every EVM endpoint of the chain must report (eth_chainId): hexadecimal or decimal.","examples":["0x8ae"]},"apis":{"title":"apis","description":"What is in apis.","type":"object","properties":{"rpc":{"title":"rpc","description":"CometBFT RPC endpoints, as full https urls.","type":"array","items":{"title":"An entry of rpc","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"address":{"title":"address","description":"The address, such as https://rpc.example.com.","type":"string","examples":["https://rpc.example.com"]}},"examples":[{"address":"https://rpc.example.com"}]},"default":[]},"rest":{"title":"rest","description":"REST APIs (LCD) of Cosmos SDK nodes, as full https urls.","type":"array","items":{"title":"An entry of rest","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"address":{"title":"address","description":"The address, such as https://rest.example.com.","type":"string","examples":["https://rest.example.com"]}},"examples":[{"address":"https://rest.example.com"}]},"default":[]},"grpc":{"title":"grpc","description":"gRPC endpoints of Cosmos SDK nodes, as host:port.","type":"array","items":{"title":"An entry of grpc","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"address":{"title":"address","description":"The address, such as grpc.example.com:443.","type":"string","examples":["grpc.example.com:443"]}},"examples":[{"address":"grpc.example.com:443"}]},"default":[]},"wss":{"title":"wss","description":"Websockets of CometBFT nodes, as full wss urls.","type":"array","items":{"title":"An entry of wss","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"address":{"title":"address","description":"The address, such as wss://rpc.example.com/websocket.","type":"string","examples":["wss://rpc.example.com/websocket"]}},"examples":[{"address":"wss://rpc.example.com/websocket"}]},"default":[]},"grpc-web":{"title":"grpc-web","description":"gRPC-web endpoints of Cosmos SDK nodes, as full https urls.","type":"array","items":{"title":"An entry of grpc-web","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"address":{"title":"address","description":"The address, such as https://grpc-web.example.com.","type":"string","examples":["https://grpc-web.example.com"]}},"examples":[{"address":"https://grpc-web.example.com"}]},"default":[]},"evm-http-jsonrpc":{"title":"evm-http-jsonrpc","description":"EVM JSON-RPC endpoints, as full https urls.","type":"array","items":{"title":"An entry of evm-http-jsonrpc","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"address":{"title":"address","description":"The address, such as https://evm-rpc.example.com.","type":"string","examples":["https://evm-rpc.example.com"]}},"examples":[{"address":"https://evm-rpc.example.com"}]},"default":[]},"json-rpc":{"title":"json-rpc","description":"EVM JSON-RPC endpoints, as full https urls.","type":"array","items":{"title":"An entry of json-rpc","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"address":{"title":"address","description":"The address, such as https://evm-rpc.example.com.","type":"string","examples":["https://evm-rpc.example.com"]}},"examples":[{"address":"https://evm-rpc.example.com"}]},"default":[]},"json-rpc-websocket":{"title":"json-rpc-websocket","description":"EVM JSON-RPC websockets, as full wss urls.","type":"array","items":{"title":"An entry of json-rpc-websocket","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"address":{"title":"address","description":"The address, such as wss://evm-ws.example.com.","type":"string","examples":["wss://evm-ws.example.com"]}},"examples":[{"address":"wss://evm-ws.example.com"}]},"default":[]}}},"peers":{"title":"peers","description":"What is in peers.","type":"object","properties":{"persistent_peers":{"title":"persistent_peers","description":"p2p addresses of CometBFT nodes, as id@host:port.","type":"array","items":{"title":"An entry of persistent_peers","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"address":{"title":"address","description":"The address, such as 3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656.","type":"string","examples":["3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656"]}},"examples":[{"address":"3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656"}]},"default":[]},"seeds":{"title":"seeds","description":"p2p addresses of CometBFT nodes, as id@host:port.","type":"array","items":{"title":"An entry of seeds","description":"A public endpoint and who operates it.","type":"object","required":["address"],"properties":{"address":{"title":"address","description":"The address, such as 3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656.","type":"string","examples":["3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656"]}},"examples":[{"address":"3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656"}]},"default":[]}}}}},"default":[]}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.chains === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "chains"},message:"must have required property '"+"chains"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.chains !== undefined){
let data0 = data.chains;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.apis !== undefined){
let data2 = data1.apis;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.rpc !== undefined){
let data3 = data2.rpc;
if(Array.isArray(data3)){
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.address === undefined){
const err1 = {instancePath:instancePath+"/chains/" + i0+"/apis/rpc/" + i1,schemaPath:"#/properties/chains/items/properties/apis/properties/rpc/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data4.address !== undefined){
if(typeof data4.address !== "string"){
const err2 = {instancePath:instancePath+"/chains/" + i0+"/apis/rpc/" + i1+"/address",schemaPath:"#/properties/chains/items/properties/apis/properties/rpc/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
else {
const err3 = {instancePath:instancePath+"/chains/" + i0+"/apis/rpc/" + i1,schemaPath:"#/properties/chains/items/properties/apis/properties/rpc/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/chains/" + i0+"/apis/rpc",schemaPath:"#/properties/chains/items/properties/apis/properties/rpc/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data2.rest !== undefined){
let data6 = data2.rest;
if(Array.isArray(data6)){
const len2 = data6.length;
for(let i2=0; i2<len2; i2++){
let data7 = data6[i2];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.address === undefined){
const err5 = {instancePath:instancePath+"/chains/" + i0+"/apis/rest/" + i2,schemaPath:"#/properties/chains/items/properties/apis/properties/rest/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data7.address !== undefined){
if(typeof data7.address !== "string"){
const err6 = {instancePath:instancePath+"/chains/" + i0+"/apis/rest/" + i2+"/address",schemaPath:"#/properties/chains/items/properties/apis/properties/rest/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
else {
const err7 = {instancePath:instancePath+"/chains/" + i0+"/apis/rest/" + i2,schemaPath:"#/properties/chains/items/properties/apis/properties/rest/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/chains/" + i0+"/apis/rest",schemaPath:"#/properties/chains/items/properties/apis/properties/rest/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data2.grpc !== undefined){
let data9 = data2.grpc;
if(Array.isArray(data9)){
const len3 = data9.length;
for(let i3=0; i3<len3; i3++){
let data10 = data9[i3];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.address === undefined){
const err9 = {instancePath:instancePath+"/chains/" + i0+"/apis/grpc/" + i3,schemaPath:"#/properties/chains/items/properties/apis/properties/grpc/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data10.address !== undefined){
if(typeof data10.address !== "string"){
const err10 = {instancePath:instancePath+"/chains/" + i0+"/apis/grpc/" + i3+"/address",schemaPath:"#/properties/chains/items/properties/apis/properties/grpc/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
else {
const err11 = {instancePath:instancePath+"/chains/" + i0+"/apis/grpc/" + i3,schemaPath:"#/properties/chains/items/properties/apis/properties/grpc/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/chains/" + i0+"/apis/grpc",schemaPath:"#/properties/chains/items/properties/apis/properties/grpc/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data2.wss !== undefined){
let data12 = data2.wss;
if(Array.isArray(data12)){
const len4 = data12.length;
for(let i4=0; i4<len4; i4++){
let data13 = data12[i4];
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.address === undefined){
const err13 = {instancePath:instancePath+"/chains/" + i0+"/apis/wss/" + i4,schemaPath:"#/properties/chains/items/properties/apis/properties/wss/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data13.address !== undefined){
if(typeof data13.address !== "string"){
const err14 = {instancePath:instancePath+"/chains/" + i0+"/apis/wss/" + i4+"/address",schemaPath:"#/properties/chains/items/properties/apis/properties/wss/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
else {
const err15 = {instancePath:instancePath+"/chains/" + i0+"/apis/wss/" + i4,schemaPath:"#/properties/chains/items/properties/apis/properties/wss/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/chains/" + i0+"/apis/wss",schemaPath:"#/properties/chains/items/properties/apis/properties/wss/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data2["grpc-web"] !== undefined){
let data15 = data2["grpc-web"];
if(Array.isArray(data15)){
const len5 = data15.length;
for(let i5=0; i5<len5; i5++){
let data16 = data15[i5];
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(data16.address === undefined){
const err17 = {instancePath:instancePath+"/chains/" + i0+"/apis/grpc-web/" + i5,schemaPath:"#/properties/chains/items/properties/apis/properties/grpc-web/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data16.address !== undefined){
if(typeof data16.address !== "string"){
const err18 = {instancePath:instancePath+"/chains/" + i0+"/apis/grpc-web/" + i5+"/address",schemaPath:"#/properties/chains/items/properties/apis/properties/grpc-web/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
else {
const err19 = {instancePath:instancePath+"/chains/" + i0+"/apis/grpc-web/" + i5,schemaPath:"#/properties/chains/items/properties/apis/properties/grpc-web/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/chains/" + i0+"/apis/grpc-web",schemaPath:"#/properties/chains/items/properties/apis/properties/grpc-web/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data2["evm-http-jsonrpc"] !== undefined){
let data18 = data2["evm-http-jsonrpc"];
if(Array.isArray(data18)){
const len6 = data18.length;
for(let i6=0; i6<len6; i6++){
let data19 = data18[i6];
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.address === undefined){
const err21 = {instancePath:instancePath+"/chains/" + i0+"/apis/evm-http-jsonrpc/" + i6,schemaPath:"#/properties/chains/items/properties/apis/properties/evm-http-jsonrpc/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data19.address !== undefined){
if(typeof data19.address !== "string"){
const err22 = {instancePath:instancePath+"/chains/" + i0+"/apis/evm-http-jsonrpc/" + i6+"/address",schemaPath:"#/properties/chains/items/properties/apis/properties/evm-http-jsonrpc/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
else {
const err23 = {instancePath:instancePath+"/chains/" + i0+"/apis/evm-http-jsonrpc/" + i6,schemaPath:"#/properties/chains/items/properties/apis/properties/evm-http-jsonrpc/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/chains/" + i0+"/apis/evm-http-jsonrpc",schemaPath:"#/properties/chains/items/properties/apis/properties/evm-http-jsonrpc/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data2["json-rpc"] !== undefined){
let data21 = data2["json-rpc"];
if(Array.isArray(data21)){
const len7 = data21.length;
for(let i7=0; i7<len7; i7++){
let data22 = data21[i7];
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(data22.address === undefined){
const err25 = {instancePath:instancePath+"/chains/" + i0+"/apis/json-rpc/" + i7,schemaPath:"#/properties/chains/items/properties/apis/properties/json-rpc/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data22.address !== undefined){
if(typeof data22.address !== "string"){
const err26 = {instancePath:instancePath+"/chains/" + i0+"/apis/json-rpc/" + i7+"/address",schemaPath:"#/properties/chains/items/properties/apis/properties/json-rpc/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/chains/" + i0+"/apis/json-rpc/" + i7,schemaPath:"#/properties/chains/items/properties/apis/properties/json-rpc/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/chains/" + i0+"/apis/json-rpc",schemaPath:"#/properties/chains/items/properties/apis/properties/json-rpc/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data2["json-rpc-websocket"] !== undefined){
let data24 = data2["json-rpc-websocket"];
if(Array.isArray(data24)){
const len8 = data24.length;
for(let i8=0; i8<len8; i8++){
let data25 = data24[i8];
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.address === undefined){
const err29 = {instancePath:instancePath+"/chains/" + i0+"/apis/json-rpc-websocket/" + i8,schemaPath:"#/properties/chains/items/properties/apis/properties/json-rpc-websocket/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data25.address !== undefined){
if(typeof data25.address !== "string"){
const err30 = {instancePath:instancePath+"/chains/" + i0+"/apis/json-rpc-websocket/" + i8+"/address",schemaPath:"#/properties/chains/items/properties/apis/properties/json-rpc-websocket/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/chains/" + i0+"/apis/json-rpc-websocket/" + i8,schemaPath:"#/properties/chains/items/properties/apis/properties/json-rpc-websocket/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/chains/" + i0+"/apis/json-rpc-websocket",schemaPath:"#/properties/chains/items/properties/apis/properties/json-rpc-websocket/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/chains/" + i0+"/apis",schemaPath:"#/properties/chains/items/properties/apis/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data1.peers !== undefined){
let data27 = data1.peers;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.persistent_peers !== undefined){
let data28 = data27.persistent_peers;
if(Array.isArray(data28)){
const len9 = data28.length;
for(let i9=0; i9<len9; i9++){
let data29 = data28[i9];
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
if(data29.address === undefined){
const err34 = {instancePath:instancePath+"/chains/" + i0+"/peers/persistent_peers/" + i9,schemaPath:"#/properties/chains/items/properties/peers/properties/persistent_peers/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data29.address !== undefined){
if(typeof data29.address !== "string"){
const err35 = {instancePath:instancePath+"/chains/" + i0+"/peers/persistent_peers/" + i9+"/address",schemaPath:"#/properties/chains/items/properties/peers/properties/persistent_peers/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/chains/" + i0+"/peers/persistent_peers/" + i9,schemaPath:"#/properties/chains/items/properties/peers/properties/persistent_peers/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
else {
const err37 = {instancePath:instancePath+"/chains/" + i0+"/peers/persistent_peers",schemaPath:"#/properties/chains/items/properties/peers/properties/persistent_peers/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data27.seeds !== undefined){
let data31 = data27.seeds;
if(Array.isArray(data31)){
const len10 = data31.length;
for(let i10=0; i10<len10; i10++){
let data32 = data31[i10];
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.address === undefined){
const err38 = {instancePath:instancePath+"/chains/" + i0+"/peers/seeds/" + i10,schemaPath:"#/properties/chains/items/properties/peers/properties/seeds/items/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data32.address !== undefined){
if(typeof data32.address !== "string"){
const err39 = {instancePath:instancePath+"/chains/" + i0+"/peers/seeds/" + i10+"/address",schemaPath:"#/properties/chains/items/properties/peers/properties/seeds/items/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/chains/" + i0+"/peers/seeds/" + i10,schemaPath:"#/properties/chains/items/properties/peers/properties/seeds/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/chains/" + i0+"/peers/seeds",schemaPath:"#/properties/chains/items/properties/peers/properties/seeds/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
else {
const err42 = {instancePath:instancePath+"/chains/" + i0+"/peers",schemaPath:"#/properties/chains/items/properties/peers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/chains/" + i0,schemaPath:"#/properties/chains/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/chains",schemaPath:"#/properties/chains/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
else {
const err45 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

