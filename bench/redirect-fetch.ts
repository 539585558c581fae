/** The SDK's address is a constant of its own; it calls the global fetch, so that is where it is led here. */
export function redirectFetch(origin: string): () => void {
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    original(typeof input === "string" ? input.replace("https://api.solapi.com", origin) : input, init);
  return () => {
    globalThis.fetch = original;
  };
}
