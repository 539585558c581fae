import type { SendWords } from "./send.ts";

/** Terms: 대체 발송 is what Korean consoles call fallback sending; people say 변수 for a variable, not 치환 문구. */
const uploadedHint = "이름으로 검색하거나 ID를 입력해 주세요.";
const typeHint = "종류를 고르거나 코드를 입력해 주세요.";
const bytes = "영문자·숫자는 1바이트, 한글은 2바이트.";
const templateId = { label: "템플릿 ID", hint: "플랫폼 콘솔에서 복사해 주세요." };
const advert = { label: "광고 여부", hint: "보통 광고라는 표시입니다." };
const variables = {
  label: "변수",
  hint: "한 줄에 하나씩 이름=값으로 적어 주세요. 템플릿의 #{이름} 자리에 들어갑니다.",
};

export const ko: SendWords = {
  title: "메시지 보내기",
  submit: { atOnce: "보내기", asksFirst: "계속" },
  kinds: {
    auto: "자동(보통 90바이트까지 SMS, 넘으면 LMS)",
    SMS: "SMS",
    LMS: "LMS",
    MMS: "MMS",
    CTI: "메신저 이미지(CTI)",
    chat: "메신저(템플릿 또는 자유 문구)",
    portal: "포털 알림",
    rcs: "RCS",
  },
  types: {
    ATA: "메신저 템플릿",
    CTA: "메신저 텍스트",
    CTI: "메신저 이미지",
    NSA: "포털 알림",
    RCS_SMS: "RCS 단문",
    RCS_LMS: "RCS 장문",
    RCS_MMS: "RCS 이미지",
    RCS_TPL: "RCS 템플릿",
  },
  picture: "이미지",
  fields: {
    kind: { label: "메시지 종류" },
    recipients: { label: "테스트 수신자", hint: "최대 20명. 다른 번호는 아래에 입력해 주세요." },
    to: {
      label: "전화번호나 이름",
      hint: "전화번호(예: 010-1234-5678, +1 202 555 0123)나 테스트 수신자·그룹 이름입니다.",
    },
    from: { label: "발신번호" },
    text: { label: "내용", hint: `최대 2,000바이트. ${bytes}` },
    subject: { label: "제목", hint: "최대 40바이트." },
    image: { label: "이미지", hint: "이미지를 먼저 올린 뒤 메시지를 보냅니다." },
    imageId: { label: "올려 둔 이미지", hint: uploadedHint },
    country: { label: "국가", hint: "+가 없는 번호에만 필요합니다. 기본값은 한국(82)입니다." },
    type: { label: "종류 코드", hint: "플랫폼이 고르는 종류 대신 이 종류로 보냅니다(예: ATA, RCS_LMS)." },
    customFields: {
      label: "사용자 정의 필드",
      hint: "한 줄에 하나씩 이름=값으로 적어 주세요. 이름 30자, 값 100자까지.",
    },
    autoTypeDetect: {
      label: "종류 자동 선택",
      hint: "기본값은 “예”입니다. “아니요”이면 보통 종류 코드가 필요합니다.",
    },
    strict: {
      label: "엄격 검사",
      hint: "“아니요”면 문자 메시지가 지원하지 않는 글자도 보통 접수됩니다.",
    },
    allowDuplicates: {
      label: "중복 허용",
      hint: "여기서는 메시지마다 따로 요청하므로 보통 차이가 없습니다.",
    },
    channel: {
      label: "결과를 올릴 곳",
      hint: "비워 두면 기본 결과 채널(없으면 내 DM)에 올립니다.",
    },
    json: {
      label: "메시지 전체(JSON)",
      hint: "요청 본문 전체나 그 안의 message를 입력해 주세요. agent는 앱이 채웁니다.",
    },
    "chat.pfId": {
      label: "메신저 채널",
      hint: "보내는 채널을 이름이나 ID로 찾아 주세요. 비워 두면 플랫폼에 맡깁니다.",
    },
    "chat.pfGroupId": { label: "채널 그룹" },
    "chat.templateId": {
      label: "템플릿",
      hint: "이름으로 검색하거나 ID를 입력해 주세요. 이어서 변수 항목이 나옵니다.",
    },
    "chat.variables": variables,
    "chat.title": {
      label: "메신저 제목",
      hint: "보통 강조 표기형 템플릿의 강조 제목입니다.",
    },
    "chat.imageId": {
      label: "올려 둔 메신저 이미지",
      hint: uploadedHint,
    },
    "chat.adFlag": advert,
    "chat.disableSms": { label: "메신저 발송 실패 시" },
    "portal.talkId": {
      label: "톡 ID",
      hint: "보통 포털 톡 계정입니다. 톡 ID와 템플릿 ID 중 하나는 꼭 입력해 주세요.",
    },
    "portal.templateId": templateId,
    "portal.variables": variables,
    "portal.disableSms": { label: "포털 발송 실패 시" },
    "rcs.brandId": {
      label: "브랜드 ID",
      hint: "보통 RCS 브랜드입니다. 브랜드 ID와 템플릿 ID 중 하나는 꼭 입력해 주세요.",
    },
    "rcs.templateId": templateId,
    "rcs.variables": variables,
    "rcs.buttonType": { label: "종류", hint: typeHint },
    "rcs.mmsType": {
      label: "이미지 크기",
      hint: "보통 M은 중간 크기, S는 작은 크기, 숫자는 카드 수입니다.",
    },
    "rcs.commercialType": advert,
    "rcs.copyAllowed": { label: "복사 허용" },
    "rcs.disableSms": { label: "RCS 발송 실패 시" },
    buttonName: { label: "이름", hint: "보통 최대 14자." },
    buttonType: { label: "종류", hint: typeHint },
    linkMo: {
      label: "모바일 링크",
      hint: "예: https://shop.example. 웹 링크라면 모바일과 PC 중 하나는 꼭 입력해 주세요.",
    },
    linkPc: { label: "PC 링크" },
    linkAnd: {
      label: "Android 앱 링크",
      hint: "예: shop://orders. 앱 링크라면 Android와 iOS 중 하나는 꼭 입력해 주세요.",
    },
    linkIos: { label: "iOS 앱 링크" },
    label: { label: "문구" },
    link: { label: "링크" },
    phone: { label: "전화번호" },
    eventTitle: { label: "일정 제목" },
    startTime: { label: "시작", hint: "예: 2026-12-24T19:00:00+09:00" },
    endTime: { label: "종료" },
    buttonText: { label: "내용" },
    latitude: { label: "위도" },
    longitude: { label: "경도" },
    query: { label: "지도 검색어" },
    cardTitle: { label: "제목" },
    cardDescription: { label: "설명" },
    cardImage: { label: "이미지", hint: uploadedHint },
  },
  buttonTypes: {
    WL: "웹 링크(WL)",
    AL: "앱 링크(AL)",
    DS: "배송 조회(DS)",
    BK: "키워드(BK)",
    MD: "전달(MD)",
    BC: "상담 전환(BC)",
    BT: "봇 전환(BT)",
    AC: "채널 추가(AC)",
    DL: "전화 걸기(DL)",
    CL: "내용 복사(CL)",
    MS: "메시지 쓰기(MS)",
    ML: "위치 보기(ML)",
    MQ: "지도 검색(MQ)",
    MR: "위치 공유(MR)",
    CA: "일정 등록(CA)",
  },

  answers: {
    usual: { yes: "예", no: "아니요" },
    fallback: { yes: "보내지 않음", no: "문자로 대체 발송" },
  },
  me: (recipient) => `나 · ${recipient}`,
  more: "항목 더 보기",
  usually: {
    bytes: (limit) => `보통 최대 ${limit}. ${bytes}`,
    characters: (limit) => `보통 최대 ${limit}.`,
  },
  uploadedBefore: "올려 둔 이미지는 “항목 더 보기”에서 고를 수 있습니다.",
  fallback: "대체 문자",
  asJson: "JSON으로 쓰기",
  sentAsJson: "JSON으로 보냄(자세히에서 확인)",
  uploading: "이미지 업로드 중",
  preview: "미리보기:",
  imageLeft:
    "첨부한 이미지는 이 양식에 들어 있지 않아 함께 발송되지 않습니다. 이미지 첨부 항목이 있는 양식에서 다시 첨부해 주세요.",
  imageAgain: "이미지를 다시 첨부해 주세요. Slack이 첨부 파일을 양식에 남겨 두지 않습니다.",
  jsonTooLong: (longest) =>
    `이 메시지를 JSON으로 쓰면 입력란에 담을 수 있는 ${longest.toLocaleString("ko")}자를 넘어 넣지 못했습니다.`,
  rows: {
    button: {
      name: (number) => `버튼 ${number}`,
      add: "버튼 추가",
      remove: (number) => `버튼 ${number} 삭제`,
    },
    card: {
      name: (number) => `카드 ${number}`,
      add: "카드 추가(제목·내용·이미지)",
      remove: (number) => `카드 ${number} 삭제`,
    },
  },
  asTyped: (typed) => `입력한 그대로 “${typed}”`,
  guide: {
    purpose: "테스트 메시지를 보냅니다.",
    form: "양식을 엽니다.",
    recipientWords: "<번호 또는 이름>",
    formFilled: "수신자를 채운 양식을 엽니다.",
    quickWords: "<번호 또는 이름> <내용>",
    quick: {
      confirm: "테스트 수신자에게는 바로 보냅니다. 다른 번호나 실수로 보이는 내용은 보내기 전에 확인합니다.",
      "test-only":
        "테스트 수신자에게 바로 보내고, 실수로 보이는 내용은 먼저 확인합니다. 여기서는 다른 번호로 보낼 수 없습니다.",
    },
    quickForm: "수신자와 내용을 채운 양식을 엽니다.",
    exampleText: "안녕하세요",
    testRecipients: (names) => `테스트 수신자: ${names}.`,
    dailyLimit: (limit) => `하루에 ${limit}건까지 보낼 수 있습니다.`,
    shortcuts: "바로 가기 “Send a message”나 메시지 메뉴의 “Send this text”로도 열 수 있습니다.",
  },
  noText: "글이 없는 메시지입니다. 아무것도 보내지 않았습니다.",
  quickSending: (recipient) => `${recipient}에게 보내는 중… 결과는 이어서 게시됩니다.`,
  cut: (longest) =>
    `내용을 ${longest.toLocaleString("ko")}자로 잘랐습니다. 입력란에는 그보다 길게 넣을 수 없습니다.`,
};
