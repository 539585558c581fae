import { describe, expect, it } from "vitest";
import { call, sendText } from "./caller.ts";
import { usePlatform } from "./platform.ts";

describe("the request checks of the sandbox's platform", () => {
  const getPlatform = usePlatform();
  const refusal = (errorMessage: string) => ({
    status: 400,
    body: { errorCode: "ValidationError", errorMessage: expect.stringContaining(errorMessage) },
  });

  it.each([
    ["GET", "/"],
    ["GET", "/messages/v4/send"],
    ["POST", "/messages/v4/send/"],
    ["POST", "/messages/v4/send-many"],
    ["DELETE", "/storage/v1/files/"],
    ["DELETE", "/storage/v1/files/%ff"],
    ["PUT", "/chat/v1/templates"],
    ["GET", "//chat/v1/plus-friends"],
  ])("answer 404 to %s %s", async (method, path) => {
    expect(await call(getPlatform(), { method, path })).toMatchObject({
      status: 404,
      body: { errorCode: "ResourceNotFound", errorMessage: expect.any(String) },
    });
  });

  it.each([
    ["extra", {}, { extra: 1 }],
    ["message.scheduledDate", { scheduledDate: "2026-01-01T00:00:00Z" }, {}],
    ["agent.extra", {}, { agent: { extra: "1" } }],
    ["message.chatOptions.extra", { chatOptions: { extra: 1 } }, {}],
    [
      "message.chatOptions.buttons.0.chatExtra",
      { chatOptions: { buttons: [{ buttonName: "a", buttonType: "WL", chatExtra: "1" }] } },
      {},
    ],
    ["message.portalOptions.brandId", { portalOptions: { brandId: "1" } }, {}],
    [
      "message.portalOptions.buttons.0.buttonName",
      { portalOptions: { buttons: [{ buttonType: "WL", buttonName: "a" }] } },
      {},
    ],
    [
      "message.rcsOptions.additionalBody.0.buttons.0.buttonName",
      {
        rcsOptions: {
          additionalBody: [
            { title: "a", description: "b", buttons: [{ buttonType: "WL", buttonName: "a" }] },
          ],
        },
      },
      {},
    ],
  ])("name the unknown field %s in the error", async (field, message, rest) => {
    const answer = await sendText(getPlatform(), message, rest);
    expect(answer).toMatchObject(refusal(`${field} is not a known field`));
    expect(getPlatform().state.messages).toEqual([]);
  });

  it("allow any key inside variables and customFields", async () => {
    const platform = getPlatform();
    const [templateId = ""] = platform.state.templates.keys();
    const answer = await sendText(platform, {
      customFields: { anything: "goes" },
      chatOptions: { templateId, variables: { "#{이름}": "민아", constructor: "x" } },
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    ["message.to", { to: 1012345678 }],
    ["message.to", { to: "010-1234-5678" }],
    ["message.from", { from: undefined }],
    ["message.subject", { subject: ["a"] }],
    ["message.country", { country: "+82" }],
    ["message.chatOptions.disableSms", { chatOptions: { disableSms: 1 } }],
    ["message.chatOptions.variables", { chatOptions: { variables: { "#{a}": 1 } } }],
    ["message.chatOptions.buttons.0.buttonName", { chatOptions: { buttons: [{ buttonType: "WL" }] } }],
    [
      "message.chatOptions.buttons.0.buttonType",
      { chatOptions: { buttons: [{ buttonName: "a", buttonType: "XX" }] } },
    ],
    ["message.rcsOptions.additionalBody.0.description", { rcsOptions: { additionalBody: [{ title: "a" }] } }],
    [
      "message.rcsOptions.buttons.0.startTime",
      { rcsOptions: { buttons: [{ buttonType: "CA", startTime: "now" }] } },
    ],
    ["message.customFields.a", { customFields: { a: 1 } }],
  ])("name the missing or wrongly typed field %s for %j", async (field, message) => {
    expect(await sendText(getPlatform(), message)).toMatchObject(refusal(field));
  });

  it.each<[string, string, string?]>([
    ["an array", "[]"],
    ["broken JSON", "{"],
    ["text", '"text"'],
    ["nothing", ""],
    [
      "an object with the key __proto__",
      '{"message":{"to":"01012345678","from":"0212345678","text":"a","__proto__":{}}}',
      "__proto__",
    ],
  ])("refuse a body that is %s", async (_, body, named = "body") => {
    const answer = await call(getPlatform(), { method: "POST", path: "/messages/v4/send", body });
    expect(answer).toMatchObject(refusal(named));
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])(
    "refuse the content type %s",
    async (contentType) => {
      const answer = await call(getPlatform(), {
        path: "/messages/v4/send",
        body: { message: { to: "01012345678", from: "0212345678", text: "a" } },
        headers: { "content-type": contentType },
      });
      expect(answer).toMatchObject(refusal("Content-Type"));
    },
  );

  it("refuse a body on an endpoint that takes none", async () => {
    const answer = await call(getPlatform(), { method: "DELETE", path: "/storage/v1/files/x", body: {} });
    expect(answer).toMatchObject(refusal("body"));
  });

  it.each([
    ["/chat/v1/plus-friends?limit=5", "limit"],
    ["/chat/v1/plus-friends?startKey=a&startKey=b", "startKey"],
    ["/pricing/v1/messaging/countries?country=82", "country"],
    ["/pricing/v1/messaging/countries?limit=0", "limit"],
    ["/pricing/v1/messaging/countries?limit=501", "limit"],
    ["/pricing/v1/messaging/countries?offset=-1", "offset"],
    ["/cash/v1/payment?offset=1.5", "offset"],
    ["/cash/v1/payment?startKey=a", "startKey"],
    ["/cash/v1/payment?__proto__=a", "__proto__"],
  ])("refuse the query of %s, and name its parameter %s", async (path, name) => {
    expect(await call(getPlatform(), { path })).toMatchObject(refusal(name));
  });

  it("refuse a body of more than 8 MB, and take a body just below it", async () => {
    const platform = getPlatform();
    const padded = (sizeBytes: number) => `{}${" ".repeat(sizeBytes - 2)}`;
    const path = "/chat/v1/templates/unknown";
    const limitBytes = 8 * 1024 * 1024;
    const answer = (sizeBytes: number) => call(platform, { method: "PUT", path, body: padded(sizeBytes) });
    expect((await answer(limitBytes)).status).toBe(404);
    const tooLarge = { status: 413, body: { errorCode: "RequestTooLarge" } };
    expect(await answer(limitBytes + 1)).toMatchObject(tooLarge);
  });
});
