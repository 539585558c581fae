import { enCount } from "./format.ts";
import { enAccess, koAccess } from "./forms.ts";
import { templateForms } from "./template-forms.ts";
import type { Translated, Words } from "./words.ts";

const en = {
  ...templateForms.en,
  guide: {
    purpose: (mayPropose: boolean) =>
      mayPropose ? "shows and changes templates." : "shows the last known state of templates.",
    list: "finds a template.",
    idWords: "<template ID>",
    one: "shows one template.",
    import: "imports templates, from a file or pasted.",
    dailyComments: (limit: number) => `You may send ${enCount(limit, "comment")} a day to vendors.`,
    approvals: (count: number) => `Approvals needed for a change: ${count}.`,
    noReviewChannel: "Changes can't be proposed: no conversation is set for reviews. Ask an operator.",
  },
  notAllowed: `You can't change templates yet. ${enAccess.anybody}`,
  loadingFailed: "The template could not be read in time. Nothing was done. Please try again.",
  find: {
    title: "Templates",
    submit: "Open template",
    choose: "Find a template, or type its ID",
    asTyped: (typed: string) => `The ID “${typed}”`,
    notAnId:
      "This is not a template ID. An ID has up to 64 letters, digits, - and _; one with … in it is shortened.",
    noneSeen: "No templates yet. Type a template's ID, or import templates.",
    seen: "Last seen",
    waiting: "To approve",
    mine: "Your proposals",
    open: "Open",
  },
  view: {
    neverSeen: "This app hasn't seen this template yet.",
    meant: (id: string) => `Did you mean ${id}?`,
    /** Follows `neverSeen`. */
    changeable: "Paste what the platform's console shows, so that a change is compared with it.",
    notSeen: "Not seen yet.",
    empty: "Empty.",
    noButtons: "No buttons.",
    hidden: "Usually hidden in the platform's lists.",
    channel: (id: string) => `Messenger channel ${id}`,
    created: (day: string) => `Created ${day}`,
    changed: (day: string) => `changed ${day}`,
    proposals: "Open proposals",
    comments: "Conversation with the vendors",
    noComments: "No comments seen.",
    earlierComments: (count: number) => `${enCount(count, "earlier comment")} not shown.`,
    answer: "Answer the vendors",
    notCurrent: {
      from: "The platform doesn't let apps read templates: last ",
      alone: "The platform doesn't let apps read templates: this is what was seen last.",
    },
  },
  /** Authors of comments, by the platform's `isAdmin`; `unknown` without it. */
  sides: { reviewer: "🏢 Reviewer", account: "👤 Our account", unknown: "Author unknown" },
  /** Source and time of an observation; `{by}`: person whose act revealed the template. */
  seen: {
    update: "seen in {by}'s update {at}",
    comment: "seen in {by}'s comment {at}",
    report: "reported {at} by {by} from the console",
    import: "imported {at} by {by}",
  },
  /** Known statuses; others are shown as the platform sent them. */
  statuses: {
    PENDING: "review not requested (PENDING)",
    INSPECTING: "under review (INSPECTING)",
    APPROVED: "approved (APPROVED)",
    REJECTED: "rejected (REJECTED)",
  },
  noStatus: "no status seen",
  status: {
    rejected: (vendor: string) => `🔴 Rejected by ${vendor}`,
    approved: (vendor: string) => `✅ Approved by ${vendor}`,
    changed: (vendor: string, status: string) => `🔔 ${vendor}: ${status}`,
    /** In place of `changed` for a status that isn't a usual one. */
    unusual: (vendor: string, status: string) => `🔔 ${vendor} says “${status}”`,
    before: (status: string) => `Before: ${status}`,
    reason: "Reason",
    noVendor: (vendor: string) => `⚠️ ${vendor}: the platform's answer shows no review status.`,
    otherTemplate: (id: string) =>
      `⚠️ The platform's answer was about another template (${id}). Check both in its console.`,
    differs: (vendor: string) => `⚠️ ${vendor} shows something other than what was approved.`,
  },
  fieldNames: { name: "Name", content: "Content", buttons: "Buttons" },
  links: { linkMo: "mobile", linkPc: "PC", linkAnd: "Android", linkIos: "iOS" },
  kind: { update: "Template update", comment: "Vendor comment" },
  templateId: "Template",
};

const ko: Words<typeof en> = {
  ...templateForms.ko,
  guide: {
    purpose: (mayPropose) =>
      mayPropose ? "템플릿을 보고 수정합니다." : "마지막으로 확인된 템플릿을 보여 줍니다.",
    list: "템플릿을 찾습니다.",
    idWords: "<템플릿 ID>",
    one: "템플릿 하나를 보여 줍니다.",
    import: "파일이나 붙여넣기로 템플릿을 가져옵니다.",
    dailyComments: (limit) => `벤더에 하루 ${limit}건까지 댓글을 보낼 수 있습니다.`,
    approvals: (count) => `수정에 필요한 승인: ${count}명`,
    noReviewChannel: "검토용 대화가 설정되지 않아 수정을 제안할 수 없습니다. 운영자에게 문의해 주세요.",
  },
  notAllowed: `템플릿을 수정할 권한이 없습니다. ${koAccess.anybody}`,
  loadingFailed: "템플릿을 제때 읽지 못해 아무 작업도 하지 않았습니다. 다시 시도해 주세요.",
  find: {
    title: "템플릿",
    submit: "템플릿 열기",
    choose: "템플릿 찾기(ID 입력 가능)",
    asTyped: (typed) => `“${typed}” ID`,
    notAnId:
      "템플릿 ID가 아닙니다. 영문, 숫자, -, _로 된 64자 이내의 ID를 입력해 주세요. …가 있는 것은 줄여 쓴 ID입니다.",
    noneSeen: "아직 템플릿이 없습니다. ID를 입력하거나 템플릿을 가져와 주세요.",
    seen: "최근 확인된 템플릿",
    waiting: "내 승인을 기다리는 제안",
    mine: "내 제안",
    open: "열기",
  },
  view: {
    neverSeen: "아직 이 앱에서 확인된 적 없는 템플릿입니다.",
    meant: (id) => `혹시 ${id} 템플릿인가요?`,
    changeable: "플랫폼 콘솔에 보이는 내용을 붙여 넣으면 수정 제안을 그 내용과 비교합니다.",
    notSeen: "아직 확인되지 않음",
    empty: "비어 있음",
    noButtons: "버튼 없음",
    hidden: "보통 플랫폼 목록에 나오지 않는 템플릿입니다.",
    channel: (id) => `메신저 채널 ${id}`,
    created: (day) => `생성 ${day}`,
    changed: (day) => `변경 ${day}`,
    proposals: "진행 중인 제안",
    comments: "벤더와 나눈 댓글",
    noComments: "확인된 댓글 없음",
    earlierComments: (count) => `이전 댓글 ${count}개는 표시하지 않았습니다.`,
    answer: "벤더에 답하기",
    notCurrent: {
      from: "플랫폼이 템플릿 조회를 지원하지 않아 마지막으로 확인된 내용입니다 · ",
      alone: "플랫폼이 템플릿 조회를 지원하지 않아 마지막으로 확인된 내용입니다.",
    },
  },
  sides: { reviewer: "🏢 심사 담당", account: "👤 우리 계정", unknown: "작성자 알 수 없음" },
  seen: {
    update: "{at} {by} 님 수정으로 확인",
    comment: "{at} {by} 님 댓글로 확인",
    report: "{at} {by} 님이 콘솔에서 확인",
    import: "{at} {by} 님이 가져옴",
  },
  statuses: {
    PENDING: "심사 요청 전(PENDING)",
    INSPECTING: "심사 중(INSPECTING)",
    APPROVED: "승인(APPROVED)",
    REJECTED: "반려(REJECTED)",
  },
  noStatus: "확인된 상태 없음",
  status: {
    rejected: (vendor) => `🔴 ${vendor} 심사 반려`,
    approved: (vendor) => `✅ ${vendor} 승인`,
    changed: (vendor, status) => `🔔 ${vendor}: ${status}`,
    unusual: (vendor, status) => `🔔 ${vendor} 상태: “${status}”`,
    before: (status) => `이전: ${status}`,
    reason: "사유",
    noVendor: (vendor) => `⚠️ ${vendor}: 플랫폼 응답에 심사 상태가 없습니다.`,
    otherTemplate: (id) => `⚠️ 플랫폼이 다른 템플릿(${id})으로 응답했습니다. 콘솔에서 둘 다 확인해 주세요.`,
    differs: (vendor) => `⚠️ ${vendor}: 승인된 내용과 다르게 표시됩니다.`,
  },
  fieldNames: { name: "이름", content: "내용", buttons: "버튼" },
  links: { linkMo: "모바일", linkPc: "PC", linkAnd: "Android", linkIos: "iOS" },
  kind: { update: "템플릿 수정", comment: "벤더 댓글" },
  templateId: "템플릿",
};

export const templates: Translated<typeof en> = { en, ko };
