import type { ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { signatureHeaders } from "../../../../sandbox/slack/http-transport.ts";
import { closeServer, listen } from "../../../../src/ops/http.ts";
import { eventually } from "../../../support/eventually.ts";
import { commandBody, openClient, rawCommand, rawPost, secret, startReceiver } from "./start-receiver.ts";

const mb = 1024 * 1024;

/** Headers of somebody who doesn't know the secret: all is right but the hash. */
function shaped(): Record<string, string> {
  return signatureHeaders("", { at: new Date(), secret: "0".repeat(32) });
}

const heard = { status: 200, body: "heard" };
const hash = "0".repeat(64);
const now = () => String(Math.floor(Date.now() / 1000));
const withSignature = (signature: string) => () => ({
  ...{ "x-slack-signature": signature, "x-slack-request-timestamp": now() },
});
const withTime = (time: string) => () => ({ ...shaped(), "x-slack-request-timestamp": time });

it.each([
  ["an empty signature", withSignature(""), 401],
  ["another signature version", withSignature(`v1=${hash}`), 401],
  ["a short hash", withSignature("v0=abc"), 401],
  ["a long hash", withSignature(`v0=${hash}0`), 401],
  ["no timestamp", () => ({ "x-slack-signature": `v0=${hash}` }), 401],
  ["a timestamp in words", withTime("Infinity"), 401],
  ["an empty timestamp", withTime(""), 401],
  ["an old timestamp", () => withTime(String(Number(now()) - 301))(), 401],
  ["a length of more than 1 MB", () => ({ ...shaped(), "content-length": `${mb + 1}` }), 413],
  ["more than 1 kB and no signature", () => ({ "content-length": "1025" }), 413],
])(
  "the HTTP receiver refuses a request with %s before reading its body, and closes the connection",
  async (_, headers, status) => {
    const { port } = await startReceiver();
    const { answer } = await openClient(port, rawPost({ "content-length": "1000", ...headers() }));
    expect(await answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*connection: close`, "i"));
  },
);

it.each([
  ["more than 1 MB without a stated length", () => `200000\r\n${"a".repeat(2 * mb)}\r\n`, shaped],
  ["thousands of chunks of one byte", () => "1\r\na\r\n".repeat(10_000), shaped],
  ["more than 1 kB without signature or length", () => `800\r\n${"a".repeat(2048)}\r\n`, () => ({})],
])("the HTTP receiver refuses a body of %s", async (_, body, headers) => {
  const { port } = await startReceiver();
  const { read } = await openClient(port, rawPost({ "transfer-encoding": "chunked", ...headers() }, body()));
  await eventually(() => expect(read()).toMatch(/^HTTP\/1.1 413 /));
});

it("the HTTP receiver keeps at most 16 MB of unfinished bodies, and still answers Slack", async () => {
  const { port, post } = await startReceiver();
  const part = Buffer.concat([
    Buffer.from(rawPost({ ...shaped(), "content-length": `${mb}` })),
    Buffer.alloc(mb - 1),
  ]);
  const first = await openClient(port, part);
  const others = await Promise.all(Array.from({ length: 15 }, () => openClient(port, part)));
  const later = [await openClient(port, part), await openClient(port, part)];
  expect(await first.answer).toMatch(/^HTTP\/1.1 503 /);
  expect(await post(commandBody)).toEqual(heard);
  const open = [...others, ...later].filter(({ read }) => read() === "");
  expect(open.length).toBeGreaterThanOrEqual(15);
  // A body that is completed later is checked like any other.
  for (const { socket } of open) socket.write("a");
  expect(await later[1]!.answer).toMatch(/^HTTP\/1.1 401 /);
});

it("the HTTP receiver accepts a command sent in chunks, and keeps the connection open for 620 s", async () => {
  const { port } = await startReceiver();
  const chunked = `12\r\n${commandBody}\r\n0\r\n\r\n`;
  const signed = signatureHeaders(commandBody, { at: new Date(), secret });
  const whole = await openClient(port, rawPost({ ...signed, "transfer-encoding": "chunked" }, chunked));
  await eventually(() =>
    expect(whole.read()).toMatch(/^HTTP\/1.1 200 [\s\S]*keep-alive: timeout=620[\s\S]*heard/i),
  );
  const coded = { ...signed, "transfer-encoding": "gzip, chunked" };
  const zipped = await openClient(port, rawPost(coded, chunked));
  await eventually(() => expect(zipped.read()).toMatch(/^HTTP\/1.1 (?:4\d\d|501) |heard/));
});

it("the HTTP receiver closes the connection after Slack's ssl_check", async () => {
  const { port } = await startReceiver();
  const { answer } = await openClient(port, rawPost({ "content-length": "11" }, "ssl_check=1"));
  expect(await answer).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close/i);
});

it("the HTTP receiver answers at most one of a hundred pipelined requests", async () => {
  const { port } = await startReceiver();
  const { answer } = await openClient(port, rawCommand().repeat(100));
  expect((await answer).split("HTTP/1.1").length).toBeLessThanOrEqual(2);
});

it("the HTTP receiver gives no answer to requests with an unknown Expect header", async () => {
  const { port } = await startReceiver();
  const { answer } = await openClient(port, rawPost({ "content-length": "0", expect: "x" }, "").repeat(100));
  expect(await answer).toBe("");
});

it("for a thousand connections, the HTTP receiver closes a slow request but not one that it is answering", async () => {
  const answering = Promise.withResolvers<void>();
  const { port, server } = await startReceiver({
    listener: ({ ack }) => answering.promise.then(() => ack("heard")),
  });
  let asked = 0;
  server.on("request", () => {
    asked += 1;
  });
  const delivery = await openClient(port, rawCommand());
  const dawdling = await openClient(port, rawCommand(commandBody.slice(0, -1)));
  await eventually(() => expect(asked).toBe(2));
  for (let index = 0; index < 999; index += 1) await openClient(port, "");
  expect(await dawdling.answer).toBe("");
  answering.resolve();
  await eventually(() => expect(delivery.read()).toMatch(/^HTTP\/1.1 200 [\s\S]*heard/));
  // Its connection is idle now, but for less long than all the others.
  delivery.socket.write(rawCommand());
  await eventually(() => expect(delivery.read().split("HTTP/1.1 200")).toHaveLength(3));
});

it("for a thousand open requests, the HTTP server closes the oldest one", async () => {
  const open: ServerResponse[] = [];
  const { server, port } = await listen((_, response) => void open.push(response), {
    host: "127.0.0.1",
    port: 0,
  });
  onTestFinished(() => closeServer(server));
  const first = await openClient(port, "GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  for (let index = 1; index < 1000; index += 1) await openClient(port, "GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  await eventually(() => expect(open).toHaveLength(1000));
  const last = await openClient(port, "GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  expect(await first.answer).toBe("");
  await eventually(() => expect(open).toHaveLength(1001));
  open.at(-1)?.end("heard");
  await eventually(() => expect(last.read()).toMatch(/heard/));
});

it("the HTTP receiver answers Slack while a thousand connections are silent", async () => {
  const { port, server, post } = await startReceiver();
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 10_000, timeout: 10_000 });
  const first = await openClient(port, "");
  for (let index = 0; index < 1000; index += 1) await openClient(port, "POST");
  expect(await first.answer).toBe("");
  expect(await post(commandBody)).toEqual(heard);
});
