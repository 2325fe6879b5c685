// Preloaded by the program for a picture: names lead to servers of this machine. Theirs are the ports in PICTURE_PORTS.
import { Resolver } from 'node:dns/promises';
import { Socket } from 'node:net';

/** @type {Record<string, number>} */
const ports = JSON.parse(process.env['PICTURE_PORTS'] ?? '{}');
const names = Object.keys(ports);

/** @param {string} name */
const toAddress = (name) => `127.0.1.${names.indexOf(name)}`;
const portOf = new Map(names.map((name) => [toAddress(name), ports[name]]));
const noData = () => Promise.reject(Object.assign(new Error('no data'), { code: 'ENODATA' }));

Object.assign(Resolver.prototype, {
  resolve4: (/** @type {string} */ name) =>
    names.includes(name) ? Promise.resolve([toAddress(name)]) : noData(),
  resolve6: noData,
});

const connect = Reflect.get(Socket.prototype, 'connect');
Object.assign(Socket.prototype, {
  /** node:net calls it with an array of the options and a listener. @this {Socket} @param {any} first @param {unknown[]} rest */
  connect(first, ...rest) {
    const options = Array.isArray(first) ? first[0] : first;
    const port = portOf.get(options?.host);
    if (port !== undefined) Object.assign(options, { host: '127.0.0.1', port });
    return Reflect.apply(connect, this, [first, ...rest]);
  },
});
