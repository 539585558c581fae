/*
 * The platform's description as a table: each field, endpoint, limit and rule, and the file in src where it is honoured.
 * `test/unit/description.test.ts` holds the table against the code, so that neither can go its own way.
 */

/** Where a person sees or gives a field; a sentence says why nobody does. */
export type Place = `src/${string}.ts` | (string & {});
export type Described = { of: string; reader: string; fields: Readonly<Record<string, Place>> };

const own = "the account is the one that the app has the key of";
const kinds = "src/features/messages/kinds";
const files = "src/features/files";
const templates = "src/features/templates";

const asJson = "typed as JSON, checked field by field";

export const records: readonly Described[] = [
  {
    of: "File record",
    reader: "src/platform/files.ts",
    fields: {
      chat: `${files}/upload.ts`,
      vendorA: `${files}/describe.view.ts`,
      vendorB: `${files}/describe.view.ts`,
      type: `${files}/describe.view.ts`,
      originalName: "the name that its person gave is shown",
      link: `${files}/list.slack.ts`,
      width: `${files}/describe.view.ts`,
      height: `${files}/describe.view.ts`,
      fileSize: "the bytes that were uploaded are counted here",
      fileId: `${files}/describe.view.ts`,
      name: "the name that its person gave is shown",
      url: `${files}/describe.view.ts`,
      accountId: own,
      references: `${files}/describe.view.ts`,
      dateCreated: "the time of the upload itself is shown",
      dateUpdated: "a file is not changed",
    },
  },
  {
    of: "Channel record",
    reader: "src/platform/lists.ts",
    fields: {
      pfId: "src/features/channels/channels.view.ts",
      searchId: "src/features/channels/channels.view.ts",
      accountId: "src/features/channels/channels.view.ts",
      senderKeys: "src/features/channels/channels.view.ts",
      key: "src/features/channels/channels.view.ts",
      service: "src/features/channels/channels.view.ts",
      categoryCode: "src/features/channels/channels.view.ts",
      phoneNumber: "src/features/channels/channels.view.ts",
      dateCreated: "src/features/channels/channels.view.ts",
      dateUpdated: "src/features/channels/channels.view.ts",
    },
  },
  {
    of: "Channel list",
    reader: "src/platform/lists.ts",
    fields: {
      limit: "pages are the app's own",
      friends: "src/platform/lists.ts",
      startKey: "src/platform/lists.ts",
      nextKey: "src/platform/lists.ts",
    },
  },
  {
    of: "Template record",
    reader: "src/platform/templates.ts",
    fields: {
      isHidden: `${templates}/template.view.ts`,
      accountId: own,
      templateId: `${templates}/template.view.ts`,
      name: `${templates}/template.view.ts`,
      pfId: `${templates}/template.view.ts`,
      codes: `${templates}/shown.ts`,
      content: `${templates}/template.view.ts`,
      dateCreated: `${templates}/template.view.ts`,
      dateUpdated: `${templates}/template.view.ts`,
      buttons: `${templates}/template.view.ts`,
      status: `${templates}/status.view.ts`,
      code: `${templates}/status.view.ts`,
      service: `${templates}/shown.ts`,
      comments: `${templates}/status.view.ts`,
      isAdmin: `${templates}/status.view.ts`,
      memberId: `${templates}/status.view.ts`,
    },
  },
  {
    of: "Template update",
    reader: "src/platform/templates.ts",
    fields: {
      name: `${templates}/propose.view.ts`,
      content: `${templates}/propose.view.ts`,
      buttons: `${templates}/propose.input.ts`,
      buttonType: `${templates}/propose.view.ts`,
      buttonName: `${templates}/propose.view.ts`,
      vendorA: `${templates}/report.input.ts`,
      vendorB: `${templates}/report.input.ts`,
    },
  },
  {
    of: "Template comment",
    reader: "src/platform/templates.ts",
    fields: { comment: `${templates}/comment.slack.ts` },
  },
  {
    of: "Send request",
    reader: "src/platform/messages.ts",
    fields: {
      message: `${kinds}/index.ts`,
      strict: `${kinds}/index.ts`,
      agent: "src/features/messages/send.ts",
      allowDuplicates: `${kinds}/index.ts`,
      appId: "src/features/messages/send.ts",
      osPlatform: "src/features/messages/send.ts",
      sdkVersion: "src/features/messages/send.ts",
    },
  },
  {
    of: "Message request",
    reader: "src/platform/messages.ts",
    fields: {
      to: `${kinds}/index.ts`,
      from: `${kinds}/index.ts`,
      text: `${kinds}/index.ts`,
      type: `${kinds}/index.ts`,
      country: `${kinds}/index.ts`,
      subject: `${kinds}/index.ts`,
      imageId: `${kinds}/index.ts`,
      chatOptions: `${kinds}/index.ts`,
      portalOptions: `${kinds}/index.ts`,
      rcsOptions: `${kinds}/index.ts`,
      customFields: `${kinds}/index.ts`,
      autoTypeDetect: `${kinds}/index.ts`,
    },
  },
  {
    of: "chatOptions",
    reader: "src/platform/messages.ts",
    fields: {
      pfId: `${kinds}/index.ts`,
      pfGroupId: `${kinds}/index.ts`,
      title: `${kinds}/index.ts`,
      adFlag: `${kinds}/index.ts`,
      templateId: `${kinds}/index.ts`,
      disableSms: `${kinds}/index.ts`,
      imageId: `${kinds}/index.ts`,
      variables: `${kinds}/index.ts`,
      buttons: `${kinds}/index.ts`,
    },
  },
  {
    of: "Messenger button, of messages and of templates",
    reader: "src/platform/limits.ts",
    fields: {
      buttonName: `${kinds}/index.ts`,
      buttonType: `${kinds}/index.ts`,
      linkMo: "src/platform/limits.ts",
      linkPc: "src/platform/limits.ts",
      linkAnd: "src/platform/limits.ts",
      linkIos: "src/platform/limits.ts",
    },
  },
  {
    of: "portalOptions",
    reader: "src/platform/messages.ts",
    fields: {
      talkId: `${kinds}/index.ts`,
      templateId: `${kinds}/index.ts`,
      disableSms: `${kinds}/index.ts`,
      variables: `${kinds}/index.ts`,
      buttons: `${kinds}/index.ts`,
    },
  },
  {
    of: "rcsOptions",
    reader: "src/platform/messages.ts",
    fields: {
      brandId: `${kinds}/index.ts`,
      templateId: `${kinds}/index.ts`,
      copyAllowed: `${kinds}/index.ts`,
      variables: `${kinds}/index.ts`,
      mmsType: `${kinds}/index.ts`,
      commercialType: `${kinds}/index.ts`,
      disableSms: `${kinds}/index.ts`,
      additionalBody: `${kinds}/index.ts`,
      buttons: `${kinds}/index.ts`,
      description: asJson,
      ...{ buttonType: asJson, link: asJson, latitude: asJson, longitude: asJson, label: asJson },
      ...{ query: asJson, title: asJson, startTime: asJson, endTime: asJson, text: asJson, phone: asJson },
    },
  },
  {
    of: "Message result",
    reader: "src/platform/messages.ts",
    fields: {
      groupId: "src/features/messages/stored.ts",
      messageId: "src/features/messages/send.ts",
      accountId: own,
      statusMessage: "src/platform/messages.ts",
      statusCode: "src/platform/messages.ts",
      to: "src/platform/messages.ts",
      from: "the sender that was asked for is shown",
      type: "src/features/messages/stored.ts",
      country: "the country that was asked for is shown",
    },
  },
  {
    of: "Country price record",
    reader: "src/platform/lists.ts",
    fields: {
      countryName: "src/lists/country.ts",
      countryId: "src/features/prices/prices.view.ts",
      sms: "src/features/prices/monitor.view.ts",
      lms: "src/features/prices/monitor.view.ts",
      mms: "src/features/prices/monitor.view.ts",
      ata: "src/features/prices/monitor.view.ts",
      cta: "src/features/prices/monitor.view.ts",
      cti: "src/features/prices/monitor.view.ts",
      dateCreated: "src/features/prices/prices.view.ts",
      dateUpdated: "src/features/prices/prices.view.ts",
    },
  },
  {
    of: "Payment method record",
    reader: "src/platform/lists.ts",
    fields: {
      payments: "src/platform/lists.ts",
      autoRecharge: "src/features/payments/payments.view.ts",
      expDate: "src/features/payments/payments.view.ts",
      _id: "src/features/payments/payments.view.ts",
      description: "src/features/payments/payments.view.ts",
    },
  },
];

/** What a rule or a meaning of the description comes to, and the test that proves it by that name. */
export const rules: readonly { says: string; audience: Place; test: string; named: string }[] = [
  {
    says: "Upload 1: the size limit depends on the type",
    ...{ audience: "src/platform/limits.ts", test: "test/app/upload.test.ts" },
    named: "of type %s can have exactly the size limit, and not a byte more",
  },
  {
    says: "Upload 2: without a type it is a DOCUMENT",
    ...{ audience: `${files}/upload.ts`, test: "test/app/upload.test.ts" },
    named: "can be a %s that is uploaded without a type, a name or a link",
  },
  {
    says: "Upload 3, 4 and 6: name and link are sent as given, or left out",
    ...{ audience: "src/platform/files.ts", test: "test/app/upload.test.ts" },
    named: "can have the type %s, with or without a name and a link",
  },
  {
    says: "Upload 5: of a CHAT file each vendor that has the image, or hasn't",
    ...{ audience: `${files}/describe.view.ts`, test: "test/unit/description.test.ts" },
    named: "an uploaded CHAT file's facts name the vendors that have it",
  },
  {
    says: "A button's links are by its type: WL mobile and PC, AL Android and iOS",
    ...{ audience: "src/platform/limits.ts", test: "test/unit/features/templates/propose-input.test.ts" },
    named: "a web link has no link",
  },
  {
    says: "Only the code 2000 is an acceptance",
    ...{ audience: "src/platform/messages.ts", test: "test/unit/platform/replies.test.ts" },
    named: "reports a status code other than 2000 as a refusal, and keeps IDs and texts out of the log",
  },
  {
    says: "nextKey is null when no further page",
    ...{ audience: "src/platform/lists.ts", test: "test/unit/platform/paging.test.ts" },
    named: "follows nextKey to its end",
  },
  {
    says: "The header's scheme, four parts and lowercase signature",
    ...{ audience: "src/platform/signature.ts", test: "test/unit/platform/signature.test.ts" },
    named: "writes the header in the order and form of the platform's description",
  },
  {
    says: "Meanings that are not shown are told as what is usual",
    ...{ audience: "src/locales/send.ts", test: "test/unit/locales/public-record.test.ts" },
    named: "describe %s as what is usual",
  },
  {
    says: "The platform keeps its send history for six months",
    ...{ audience: "src/features/history/index.ts", test: "test/app/help.test.ts" },
    named: "help on /msg-history says how long the app and the platform keep entries",
  },
];
