import { expect, it } from "vitest";
import { namesOf, pendingImage, sendOperation } from "../../../../src/features/messages/send.ts";

const ids = Array.from({ length: 2000 }, (_, index) => `F${index}`);

it("asks the store for names of images once, and for no more than a post has room for", async () => {
  const asked: (readonly string[])[] = [];
  const namesOfFiles = async (fileIds: readonly string[]) => {
    asked.push(fileIds);
    return fileIds.map((id) => `${id}.png`);
  };
  const names = await namesOf(ids, { namesOf: namesOfFiles });
  expect(asked).toEqual([ids.slice(0, 30)]);
  expect(names[0]).toBe("F0.png");
});

it("keeps no message from leaving when the store can't be asked", async () => {
  const namesOfFiles = async () => {
    throw new Error("database away");
  };
  expect(await namesOf(ids, { namesOf: namesOfFiles })).toEqual([]);
});

it("lets no message leave whose image is still to come", () => {
  const sendMessage = () => Promise.reject(new Error("was sent"));
  const { obstacle } = sendOperation({ sendMessage }, () => null, {
    tells: () => ({}),
    describe: () => null,
  });
  const message = { to: "01023456789", from: "0212345678" };
  expect(obstacle?.({ message: { ...message, imageId: pendingImage } })).toBe("NotReached");
  expect(obstacle?.({ message: { ...message, chatOptions: { imageId: pendingImage } } })).toBe("NotReached");
  expect(obstacle?.({ message: { ...message, imageId: "F1" } })).toBeNull();
});
