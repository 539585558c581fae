import type { VendorObservation } from "../../src/store/observations/shown.ts";

/** A template's whole content as a reply shows it; `nothingShown` has none of it. */
export const content = {
  name: "Order",
  content: "#{name}, hello",
  buttons: [
    {
      buttonType: "WL",
      buttonName: "Open",
      linkMo: "https://a.example",
      linkPc: null,
      linkAnd: null,
      linkIos: null,
    },
  ],
  isHidden: false,
  pfId: "PF1",
  dateCreated: "2026-01-01T00:00:00.000Z",
  dateUpdated: "not a date",
};

export const nothingShown = {
  ...{ name: null, content: null, buttons: null, isHidden: null, pfId: null },
  ...{ dateCreated: null, dateUpdated: null },
};
/** The fields of a vendor that a reply left out. */
export const leftOut = { code: null, comments: null };
export const said = { isAdmin: true, memberId: "R", content: "no", dateCreated: null };

export function aVendor(vendor: string, status: string | null): VendorObservation {
  return { vendor, status, code: "A_1", comments: [said], content };
}
