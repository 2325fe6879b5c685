// Loading all of undici takes 49 ms, its HTTP/1 client alone 18 ms. The package exports no entry for its parts.
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';
  export default function request(
    // The part of a dispatcher that it uses, in any version of undici.
    this: { dispatch: (...args: never[]) => boolean },
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
}
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
