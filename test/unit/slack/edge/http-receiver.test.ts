import { expect, it } from "vitest";
import { signatureHeaders } from "../../../../sandbox/slack/http-transport.ts";
import { secret, startReceiver } from "./start-receiver.ts";

const json = "application/json";
const form = "application/x-www-form-urlencoded";

async function startSigned() {
  const { port } = await startReceiver();
  return async (body: string, type: string) => {
    const headers = { "content-type": type, ...signatureHeaders(body, { at: new Date(), secret }) };
    const reply = await fetch(`http://127.0.0.1:${port}/slack/events`, { method: "POST", body, headers });
    return { status: reply.status, body: await reply.text() };
  };
}

it.each([
  ["null", json, 400],
  ["[]", json, 400],
  ["1", json, 400],
  ['"x"', json, 400],
  ["", json, 400],
  ["{", json, 400],
  ["payload=null", form, 400],
  ["payload=", form, 400],
  ["payload=%5B%5D", form, 400],
  ["{}", json, 404],
  ['{"event":null}', json, 500],
  ['{"event":{}}', json, 200],
  ['{"type":null,"actions":null,"user":null}', json, 500],
  ["payload=%7B%7D", form, 404],
  ['{"type":"url_verification","challenge":"c"}', json, 200],
])("the HTTP receiver answers the signed body %s, and goes on", async (body, type, status) => {
  const deliver = await startSigned();
  expect((await deliver(body, type)).status).toBe(status);
  expect(await deliver("command=%2Fx&text=", form)).toEqual({ status: 200, body: "heard" });
});
