import { describe, expect, it } from "vitest";
import type { SandboxPlatform } from "../../../platform/index.ts";
import { call } from "./caller.ts";
import { usePlatform } from "./platform.ts";

function findId(platform: SandboxPlatform, name: string): string {
  return [...platform.state.templates.values()].find((template) => template.name === name)?.templateId ?? "";
}

describe("templates of the sandbox's platform", () => {
  const getPlatform = usePlatform();
  const update = (templateId: string, body: object) =>
    call(getPlatform(), { method: "PUT", path: `/chat/v1/templates/${templateId}`, body });
  const comment = (templateId: string, body: object) =>
    call(getPlatform(), { path: `/chat/v1/templates/${templateId}/comment`, body });

  it("become two records by an update, one for each vendor, with all codes pending in both", async () => {
    const templateId = findId(getPlatform(), "배송 출발 안내");
    const buttons = [{ buttonType: "WL", buttonName: "보기", linkMo: "https://m.shop.example" }];
    const { status, body } = await update(templateId, { content: "새 본문 #{이름}", buttons });
    const record = {
      templateId,
      name: "배송 출발 안내",
      content: "새 본문 #{이름}",
      buttons,
      isHidden: false,
      codes: [
        { service: "vendorA", status: "PENDING", code: "A_DELIVERYOUT", comments: [] },
        { service: "vendorB", status: "PENDING", code: "B_DELIVERYOUT", comments: expect.any(Array) },
      ],
    };
    expect(status).toBe(200);
    expect(body).toMatchObject({ vendorA: record, vendorB: record });
    expect(getPlatform().state.templates.get(templateId)).toMatchObject(record);
    expect(Object.keys(Object(body))).toEqual(["vendorA", "vendorB"]);
  });

  it("keep the fields that an update leaves out", async () => {
    const templateId = findId(getPlatform(), "주문 완료 안내");
    const before = structuredClone(getPlatform().state.templates.get(templateId));
    await update(templateId, { name: "주문 접수 안내" });
    expect(getPlatform().state.templates.get(templateId)).toMatchObject({
      name: "주문 접수 안내",
      content: before?.content,
      buttons: before?.buttons,
      dateCreated: before?.dateCreated,
    });
  });

  it.each([
    ["a button without a name", { buttons: [{ buttonType: "WL" }] }],
    ["a button with an unknown field", { buttons: [{ buttonType: "WL", buttonName: "a", chatExtra: "x" }] }],
    ["an unknown field", { isHidden: true }],
    ["a content that is no text", { content: 1 }],
  ])("stay unchanged when an update is refused for %s", async (_, body) => {
    const templateId = findId(getPlatform(), "주문 완료 안내");
    const before = structuredClone(getPlatform().state.templates.get(templateId));
    expect(await update(templateId, body)).toMatchObject({
      status: 400,
      body: { errorCode: "ValidationError" },
    });
    expect(getPlatform().state.templates.get(templateId)).toEqual(before);
  });

  it("get a customer's comment for vendorB, and keep their status", async () => {
    const templateId = findId(getPlatform(), "결제 예정 안내");
    const { status, body } = await comment(templateId, { comment: "확인 부탁드립니다 <b>" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      templateId,
      codes: [
        { service: "vendorA", status: "APPROVED", comments: [] },
        {
          service: "vendorB",
          status: "REJECTED",
          comments: [
            { isAdmin: true },
            { isAdmin: false, content: "확인 부탁드립니다 <b>", memberId: getPlatform().state.memberId },
          ],
        },
      ],
    });
  });

  it.each([{}, { comment: "" }, { comment: 1 }, { comment: "a", isAdmin: true }])(
    "refuse the comment body %j",
    async (body) => {
      expect((await comment(findId(getPlatform(), "결제 예정 안내"), body)).status).toBe(400);
    },
  );

  it.each(["unknown", "__proto__"])("are answered as not found for the id %s", async (templateId) => {
    const unknown = { status: 404, body: { errorCode: "ResourceNotFound" } };
    expect(await update(templateId, {})).toMatchObject(unknown);
    expect(await comment(templateId, { comment: "a" })).toMatchObject(unknown);
  });

  it("show an approval, a rejection and a question of a vendor in the next reply", async () => {
    const { vendor, state } = getPlatform();
    const templateId = findId(getPlatform(), "쿠폰 안내");
    const said = (content: string) => ({ isAdmin: true, memberId: "REVIEWER", content });
    vendor.reject(templateId, "vendorA", "<!channel> 발신 번호를 넣어 주세요");
    vendor.approve(templateId, "vendorB", "");
    vendor.ask(templateId, "vendorB", "어디에 쓰나요?");
    expect(state.templates.get(templateId)?.codes).toMatchObject([
      { status: "REJECTED", comments: [said("<!channel> 발신 번호를 넣어 주세요")] },
      { status: "APPROVED", comments: [said("어디에 쓰나요?")] },
    ]);
    const codes = [
      { service: "vendorA", status: "PENDING", comments: [said("<!channel> 발신 번호를 넣어 주세요")] },
      { service: "vendorB", status: "PENDING", comments: [said("어디에 쓰나요?")] },
    ];
    expect((await update(templateId, { content: "새 본문" })).body).toMatchObject({
      vendorA: { codes },
      vendorB: { codes },
    });
  });

  it("can't be rejected or asked about without words, or reviewed under an unknown id", () => {
    const { vendor, state } = getPlatform();
    const templateId = findId(getPlatform(), "쿠폰 안내");
    const before = structuredClone(state.templates.get(templateId));
    expect(() => vendor.reject(templateId, "vendorA", " ")).toThrow("needs words");
    expect(() => vendor.ask(templateId, "vendorA", "")).toThrow("needs words");
    expect(() => vendor.approve("unknown", "vendorA")).toThrow("unknown");
    expect(state.templates.get(templateId)).toEqual(before);
  });
});
