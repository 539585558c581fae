import type { Reasons } from "./reasons.ts";
import type { Translated, Words } from "./words.ts";

/** Why a file was not uploaded, before anything of it left. */
const en = {
  FileNoAccess: {
    says: "The app cannot read this file in Slack.",
    remedy: "Invite the app to the conversation, or choose the file in /msg-upload.",
  },
  FileNoScope: {
    says: "Slack showed its login page instead of the file.",
    remedy: "Ask an operator: the app lacks files:read or has to be installed again.",
  },
  FileGone: { says: "The file is no longer in Slack.", remedy: "Choose it again in /msg-upload." },
  FileElsewhere: {
    says: "This is not stored in Slack as a file: it may be a canvas or a link.",
    remedy: "Save it as a file and choose that in /msg-upload.",
  },
  FileNotFetched: { says: "The file could not be read from Slack.", remedy: "Try again in a few minutes." },
  FileTooLarge: {
    says: "The file is too large for its type.",
    remedy: "Choose a smaller file or another type.",
  },
  FileOverRead: { says: "The file is larger than 10 MB.", remedy: "Choose a smaller file." },
  FileUnopened: {
    says: "The image is too large for its type, and could not be opened to make it smaller.",
    remedy: "Make it smaller and choose it again.",
  },
  FileTooBig: {
    says: "The image is too large for its type.",
    remedy: "/msg-upload can make it smaller.",
  },
  FileUploadedBefore: { says: "The same file is already on the platform. Nothing was uploaded." },
  GivenUp: { says: "Its author cancelled it while it waited." },
  FileEmpty: { says: "The file is empty.", remedy: "Choose another file." },
  FileFormat: {
    says: "The file is not a PNG, JPG, GIF, TIFF or PDF, the only formats in the platform's public record.",
    remedy: "Save it in one of these formats.",
  },
  FileDamaged: {
    says: "The file is damaged or not whole.",
    remedy: "Open it and save it again.",
  },
  FileTwoFormats: {
    says: "Something else is hidden in the file: a part of it reads as another format.",
    remedy: "Open it and save it again.",
  },
  FileNotPicture: {
    says: "This type takes images only.",
    remedy: "Choose an image, or the type DOCUMENT.",
  },
  FilePixels: {
    says: "The image has more than 50 megapixels.",
    remedy: "Make it smaller and choose it again.",
  },
  FileInUse: {
    says: "The file is still used on the platform.",
    remedy: "It can be deleted when nothing uses it.",
  },
} satisfies Reasons;

const ko: Words<typeof en> = {
  FileNoAccess: {
    says: "앱이 Slack에서 이 파일을 읽을 수 없습니다.",
    remedy: "대화에 앱을 초대하거나 /msg-upload에서 파일을 골라 주세요.",
  },
  FileNoScope: {
    says: "Slack이 파일 대신 로그인 페이지를 보냈습니다.",
    remedy: "운영자에게 문의해 주세요: 앱에 files:read 권한이 없거나 앱을 다시 설치해야 합니다.",
  },
  FileGone: { says: "Slack에 더 이상 없는 파일입니다.", remedy: "/msg-upload에서 다시 골라 주세요." },
  FileElsewhere: {
    says: "Slack에 파일로 저장되지 않은 항목입니다(캔버스나 링크일 수 있음).",
    remedy: "파일로 저장한 뒤 /msg-upload에서 골라 주세요.",
  },
  FileNotFetched: {
    says: "Slack에서 파일을 읽지 못했습니다.",
    remedy: "몇 분 뒤 다시 시도해 주세요.",
  },
  FileTooLarge: {
    says: "이 종류로 올리기에는 파일이 너무 큽니다.",
    remedy: "더 작은 파일이나 다른 종류를 골라 주세요.",
  },
  FileOverRead: { says: "10 MB가 넘는 파일입니다.", remedy: "더 작은 파일을 골라 주세요." },
  FileUnopened: {
    says: "이 종류로 올리기에는 이미지가 너무 크고, 열 수 없어 줄이지 못했습니다.",
    remedy: "크기를 줄여서 다시 골라 주세요.",
  },
  FileTooBig: {
    says: "이 종류로 올리기에는 이미지가 너무 큽니다.",
    remedy: "/msg-upload에서 줄여서 올릴 수 있습니다.",
  },
  FileUploadedBefore: { says: "같은 파일이 이미 플랫폼에 있습니다. 올리지 않았습니다." },
  GivenUp: { says: "차례를 기다리던 중 올린 사람이 취소했습니다." },
  FileEmpty: { says: "빈 파일입니다.", remedy: "다른 파일을 골라 주세요." },
  FileFormat: {
    says: "플랫폼 공개 자료에 나온 형식(PNG, JPG, GIF, TIFF, PDF)의 파일이 아닙니다.",
    remedy: "이 중 한 가지 형식으로 저장해 주세요.",
  },
  FileDamaged: {
    says: "손상되었거나 일부만 있는 파일입니다.",
    remedy: "파일을 열어 새로 저장해 주세요.",
  },
  FileTwoFormats: {
    says: "다른 형식으로도 읽히는 내용이 숨어 있는 파일입니다.",
    remedy: "파일을 열어 새로 저장해 주세요.",
  },
  FileNotPicture: {
    says: "이 종류에는 이미지만 올릴 수 있습니다.",
    remedy: "이미지나 DOCUMENT 종류를 골라 주세요.",
  },
  FilePixels: { says: "이미지가 5천만 화소를 넘습니다.", remedy: "크기를 줄여서 다시 골라 주세요." },
  FileInUse: {
    says: "플랫폼에서 아직 쓰고 있는 파일입니다.",
    remedy: "쓰는 곳이 없어지면 삭제할 수 있습니다.",
  },
};

export const fileReasons: Translated<typeof en> = { en, ko };
