import { inspect } from "node:util";

const shown = "[secret]";

/** A value that isn't printed by mistake: as text, in JSON, by `console.log` and `%o` it is "[secret]". */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}

/** Credentials, the database's URL, and its password alone, which drivers quote without the URL. */
export function toSecrets(credentials: readonly (Secret | null)[], databaseUrl: Secret): Secret[] {
  const set = credentials.filter((secret) => secret !== null);
  const address = URL.parse(databaseUrl.reveal());
  const inQuery = address?.searchParams.getAll("password") ?? [];
  const passwords = [address?.password ?? "", ...inQuery].filter((password) => password !== "");
  return passwords.length === 0 ? set : [...set, databaseUrl, ...passwords.flatMap(toPasswords)];
}

function toPasswords(encoded: string): Secret[] {
  try {
    return [new Secret(encoded), new Secret(decodeURIComponent(encoded))];
  } catch {
    return [new Secret(encoded)];
  }
}
