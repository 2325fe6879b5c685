// The whole of undici takes 49 ms to load, its HTTP/1 client alone 18 ms; its package has no entry for the parts.
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';
  export default function request(
    // What it uses of a dispatcher, whatever version of undici that comes from.
    this: { dispatch: (...args: never[]) => boolean },
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
}
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
