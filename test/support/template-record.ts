/** A template as the platform's replies have it, with more than the app knows. */
export function aTemplateRecord(number: number, status = "APPROVED") {
  return {
    ...{ templateId: `KA01TP${number}`, name: `Template ${number}`, pfId: "PF1", isHidden: false },
    content: "#{고객명}님의 상품이 출발했습니다.",
    buttons: [{ buttonType: "WL", buttonName: "배송 조회", linkMo: "https://m.shop.example", linkPc: null }],
    codes: [
      { status, code: `A_${number}`, service: "vendorA", comments: [] },
      { status: "PENDING", code: `B_${number}`, service: "vendorB", comments: null },
    ],
    ...{ dateCreated: "2026-01-01T00:00:00.000Z", dateUpdated: "2026-02-01T00:00:00.000Z", whatever: [1] },
  };
}
