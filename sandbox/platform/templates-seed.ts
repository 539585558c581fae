import { toRecordId } from "./ids.ts";
import type { StoredChannel, StoredTemplate, TemplateButton, TemplateComment, Vendor } from "./state.ts";

type Seed = {
  /** 11 characters: the tail of the template id. */
  tail: string;
  name: string;
  content: string;
  status: Record<Vendor, string>;
  comments?: { isAdmin: boolean; content: string }[];
  buttons?: TemplateButton[];
};

type Owner = { accountId: string; memberId: string; channels: readonly StoredChannel[] };

const seeds: readonly Seed[] = [
  {
    tail: "ORDERPLACED",
    name: "주문 완료 안내",
    content: "#{고객명}님, 주문이 접수되었습니다.\n주문번호: #{주문번호}\n금액: #{금액}원",
    status: { vendorA: "APPROVED", vendorB: "APPROVED" },
    buttons: [
      {
        buttonType: "WL",
        buttonName: "주문 보기",
        linkMo: "https://m.shop.example/orders/#{주문번호}",
        linkPc: "https://shop.example/orders/#{주문번호}",
      },
    ],
  },
  {
    tail: "DELIVERYOUT",
    name: "배송 출발 안내",
    content: "#{고객명}님의 상품이 출발했습니다.\n운송장: #{운송장번호}",
    status: { vendorA: "REJECTED", vendorB: "INSPECTING" },
    comments: [
      { isAdmin: true, content: "<!channel> 택배사 이름을 본문에 넣어 주세요 & 다시 요청해 주세요. *필수*" },
      { isAdmin: false, content: "다음 수정에 반영하겠습니다." },
    ],
    buttons: [{ buttonType: "DS", buttonName: "배송 조회" }],
  },
  {
    tail: "COUPONOFFER",
    name: "쿠폰 안내",
    content: "#{고객명}님께 쿠폰이 도착했습니다.\n사용 기한: #{기한}",
    status: { vendorA: "PENDING", vendorB: "PENDING" },
  },
  {
    tail: "PAYMENTDUE1",
    name: "결제 예정 안내",
    content: "#{고객명}님, #{결제일}에 #{금액}원이 결제될 예정입니다.",
    status: { vendorA: "APPROVED", vendorB: "REJECTED" },
    comments: [{ isAdmin: true, content: "결제 수단을 알려 주는 변수가 필요합니다." }],
  },
];

/** Templates in different states of review, with comments of the reviewer and of a member at vendorB. */
export function seedTemplates(owner: Owner): StoredTemplate[] {
  return seeds.map((seed, index) => toTemplate(seed, new Date(Date.UTC(2026, 1, 1 + index, 1)), owner));
}

function toTemplate(seed: Seed, created: Date, owner: Owner): StoredTemplate {
  const dateCreated = created.toISOString();
  const comments: TemplateComment[] = (seed.comments ?? []).map((comment) => ({
    isAdmin: comment.isAdmin,
    memberId: comment.isAdmin ? "REVIEWER" : owner.memberId,
    content: comment.content,
    dateCreated,
  }));
  return {
    isHidden: false,
    accountId: owner.accountId,
    templateId: toRecordId("KA01TP", created, seed.tail),
    name: seed.name,
    pfId: owner.channels[0]?.pfId ?? "",
    codes: [
      { status: seed.status.vendorA, code: `A_${seed.tail}`, service: "vendorA", comments: [] },
      { status: seed.status.vendorB, code: `B_${seed.tail}`, service: "vendorB", comments },
    ],
    content: seed.content,
    dateCreated,
    dateUpdated: dateCreated,
    buttons: seed.buttons ?? [],
  };
}
