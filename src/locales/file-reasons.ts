import { koLater, tryLater } from "./message-reasons.ts";
import type { ReasonTable } from "./reasons.ts";
import type { Translated, Words } from "./words.ts";

/** Why a file was not uploaded, before anything of it left. */
const en = {
  FileNoAccess: [
    "The app cannot read this file in Slack.",
    "Invite the app to the conversation, or choose the file in /msg-upload.",
  ],
  FileNoScope: [
    "Slack showed its login page instead of the file.",
    "Ask an operator: the app lacks files:read or has to be installed again.",
  ],
  FileGone: ["The file is no longer in Slack.", "Choose it again in /msg-upload."],
  FileElsewhere: [
    "This is not stored in Slack as a file: it may be a canvas or a link.",
    "Save it as a file and choose that in /msg-upload.",
  ],
  FileNotFetched: ["The file could not be read from Slack.", tryLater],
  FileTooLarge: ["The file is too large for its type.", "Choose a smaller file or another type."],
  FileOverRead: ["The file is larger than 10 MB.", "Choose a smaller file."],
  FileUnopened: [
    "The image is too large for its type, and could not be opened to make it smaller.",
    "Make it smaller and choose it again.",
  ],
  FileUnpacked: [
    "The image is too large for its type, and takes more than 120 MB to open (usually 30 megapixels).",
    "Make it smaller and choose it again.",
  ],
  FilePages: [
    "The image is too large for its type, and has several pages, which making it smaller would not keep.",
    "Save the page that you need as a JPG.",
  ],
  FileTooBig: ["The image is too large for its type.", "/msg-upload can make it smaller."],
  FileUploadedBefore: [
    "The same file is already on the platform. Nothing was uploaded.",
    "/msg-files shows it.",
  ],
  FileEmpty: ["The file is empty.", "Choose another file."],
  FileFormat: ["Its content isn't PNG, JPG, GIF, TIFF or PDF.", "Save it as one of these."],
  FileDamaged: ["The file is damaged or not whole.", "Open it and save it again."],
  FileTwoFormats: [
    "Something else is hidden in the file: a part of it reads as another format.",
    "Open it and save it again.",
  ],
  FileNotPicture: ["This type takes images only.", "Choose an image, or the type DOCUMENT."],
  FilePixels: [
    "The image takes more than 200 MB to open (usually 50 megapixels).",
    "Make it smaller and choose it again.",
  ],
  FileInUse: ["The file is still used on the platform.", "It can be deleted when nothing uses it."],
} satisfies ReasonTable;

const ko: Words<typeof en> = {
  FileNoAccess: [
    "앱이 Slack에서 이 파일을 읽을 수 없습니다.",
    "대화에 앱을 초대하거나 /msg-upload에서 파일을 골라 주세요.",
  ],
  FileNoScope: [
    "Slack이 파일 대신 로그인 페이지를 보냈습니다.",
    "운영자에게 문의해 주세요: 앱에 files:read 권한이 없거나 앱을 다시 설치해야 합니다.",
  ],
  FileGone: ["Slack에 더 이상 없는 파일입니다.", "/msg-upload에서 다시 골라 주세요."],
  FileElsewhere: [
    "Slack에 파일로 저장되지 않은 항목입니다(캔버스나 링크일 수 있음).",
    "파일로 저장한 뒤 /msg-upload에서 골라 주세요.",
  ],
  FileNotFetched: ["Slack에서 파일을 읽지 못했습니다.", koLater],
  FileTooLarge: ["이 종류로 올리기에는 파일이 너무 큽니다.", "더 작은 파일이나 다른 종류를 골라 주세요."],
  FileOverRead: ["10 MB가 넘는 파일입니다.", "더 작은 파일을 골라 주세요."],
  FileUnopened: [
    "이 종류로 올리기에는 이미지가 너무 크고, 열 수 없어 줄이지 못했습니다.",
    "크기를 줄여서 다시 골라 주세요.",
  ],
  FileUnpacked: [
    "이 종류로 올리기에는 이미지가 너무 크고, 여는 데 120 MB가 넘게 필요해 줄이지 못했습니다(보통 3천만 화소).",
    "크기를 줄여서 다시 골라 주세요.",
  ],
  FilePages: [
    "이 종류로 올리기에는 이미지가 너무 크고, 여러 페이지여서 줄이지 못했습니다(한 페이지만 남게 됨).",
    "필요한 페이지를 JPG로 저장해 주세요.",
  ],
  FileTooBig: ["이 종류로 올리기에는 이미지가 너무 큽니다.", "/msg-upload에서 줄여서 올릴 수 있습니다."],
  FileUploadedBefore: [
    "같은 파일이 이미 플랫폼에 있습니다. 올리지 않았습니다.",
    "/msg-files에서 볼 수 있습니다.",
  ],
  FileEmpty: ["빈 파일입니다.", "다른 파일을 골라 주세요."],
  FileFormat: ["내용이 PNG, JPG, GIF, TIFF, PDF가 아닙니다.", "이 중 하나로 저장해 주세요."],
  FileDamaged: ["손상되었거나 일부만 있는 파일입니다.", "파일을 열어 새로 저장해 주세요."],
  FileTwoFormats: ["다른 형식으로도 읽히는 내용이 숨어 있는 파일입니다.", "파일을 열어 새로 저장해 주세요."],
  FileNotPicture: ["이 종류에는 이미지만 올릴 수 있습니다.", "이미지나 DOCUMENT 종류를 골라 주세요."],
  FilePixels: [
    "이미지를 여는 데 200 MB가 넘게 필요합니다(보통 5천만 화소).",
    "크기를 줄여서 다시 골라 주세요.",
  ],
  FileInUse: ["플랫폼에서 아직 쓰고 있는 파일입니다.", "쓰는 곳이 없어지면 삭제할 수 있습니다."],
};

export const fileReasons: Translated<typeof en> = { en, ko };
