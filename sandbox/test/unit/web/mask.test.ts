import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskSecrets } from "../../../web/mask.ts";

describe("maskSecrets", () => {
  it("hides named secrets, Slack tokens and signatures at any depth, and leaves the rest as it is", () => {
    const masked = maskSecrets(
      {
        headers: { authorization: "HMAC-SHA256 apiKey=K, signature=abcdef0123456789", accept: "json" },
        body: { token: "x", list: ["say xoxb-1-2-abc", "xapp-1-A-b", "signature=0011223344556677", 5, null] },
        message: { to: "01012345678" },
      },
      ["hush"],
    );
    expect(masked).toEqual({
      headers: { authorization: "•••", accept: "json" },
      body: { token: "•••", list: ["say •••", "•••", "signature=•••", 5, null] },
      message: { to: "01012345678" },
    });
  });

  it("hides every registered secret, wherever in the text it stands", () => {
    const secret = "s3cr3t-value";
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, around) => {
        const masked = maskSecrets({ value, deep: [{ text: around + secret + around }] }, [secret]);
        return !JSON.stringify(masked).includes(secret);
      }),
    );
  });
});
