import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { repeatsSecret } from "../../src/foreign-words.ts";

describe("repeatsSecret", () => {
  it.each([
    ["text not allowed: 'Your code is Kiwi-77'", "Your code is Kiwi-77, keep it"],
    ["bad: y o u r c o d e", "Your code"],
    ["bad: ＹＯＵＲ\u200bＣＯＤＥ", "Your code"],
    ["홍길동님은 수신 거부입니다", "홍길동"],
    ["본문 '주문이 확인되' 금지", "안녕하세요, 주문이 확인되었습니다"],
    ["value Mina is wrong", "Mina"],
    ["변수 값 민아 오류", "민아"],
    ["order 4711 unknown", "4711"],
    ["not reached: +354 47-11", "4711"],
    ["not reached: ４７ ⑪", "4711"],
    ["code 12 34 56 is wrong", "123-456"],
    ["M4711", "4711"],
    ["she never got 482913", "Your code is 482913, keep it"],
    ["코드 482ㅡ913 안 옴", "[회사] 인증번호 [482913]를 입력하세요"],
    ["코드 482-913 안 옴", "[회사] 인증번호 [482913]를 입력하세요"],
    ["코드 482ㆍ913 안 옴", "[회사] 인증번호 [482913]를 입력하세요"],
    ["코드 482913 안 옴", "[회사] 인증번호 482-913"],
    ["she never got 482 913", "Your code is 482 913, keep it"],
    ["she never got 4829-1375", "Your code: 4829 1375"],
    ["🍲🍲🍲🍲 not allowed", "I like 🍲🍲🍲🍲!"],
    ["bad: ❤❤❤❤", "❤️❤️❤️❤️"],
    ["bad: 주\u3164문\u3164확\u3164인", "주문 확인"],
  ])("finds in the platform's words %j a part of the message %j", (words, secret) => {
    expect(repeatsSecret(words, ["nothing alike", secret])).toBe(true);
  });

  it.each([
    ["The sender number is not registered", "Hello"],
    ["This field is wrong", "Hi"],
    ["발신번호 미등록", "안녕하세요"],
    ["잔액이 부족합니다", "회의는 세 시"],
    ["code 1062", "62"],
    ["47 of 11", "4711"],
    ["since 2026 it is so", "See you in 2026"],
    ["code 1062 of 48 2913", "Your code is 482914"],
    ["it was 26-11-22, 10:30", "See you on 26-11-22 at 10:30, for 3,000"],
    ["since 482 people and 913 more", "Your code is 482-913"],
    ["anything", ""],
    ["anything", "\u200b"],
    ["", "secret text"],
  ])("finds in the platform's words %j no part of the message %j", (words, secret) => {
    expect(repeatsSecret(words, [secret])).toBe(false);
  });

  it("finds any eight characters in a row of a message", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."abcxyz0189가나다라마바"),
      minLength: 8,
      maxLength: 60,
    });
    const around = fc.string({ unit: "grapheme", maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(), around, around, (secret, at, before, after) => {
        const start = at % (secret.length - 7);
        expect(repeatsSecret(`${before} ${secret.slice(start, start + 8)} ${after}`, [secret])).toBe(true);
      }),
    );
  });

  it("searches a long message at most once for each character of the words", () => {
    const words = "M4V20261122033015ABCDEFGHIJKLMNO";
    const { includes } = stepsOf(() => repeatsSecret(words, ["zyxwvutsr ".repeat(9000)]));
    expect(includes.calls).toBeLessThanOrEqual(words.length);
  });

  it("reads the words once, however many texts a message has", () => {
    const contents = Array.from({ length: 2500 }, (_, index) => `v${index.toString(36)}`);
    const words = "The template's variables do not fit: ".repeat(100);
    const all = words.length + contents.join("").length;
    for (const { characters } of Object.values(stepsOf(() => repeatsSecret(words, contents))))
      expect(characters).toBeLessThanOrEqual(3 * all);
  });
});

const methods = ["includes", "match", "normalize", "replace", "toLowerCase"] as const;

/** How often each method of texts was called, and over how many characters. */
function stepsOf(run: () => unknown) {
  const none = () => ({ calls: 0, characters: 0 });
  const steps = { includes: none(), match: none(), normalize: none(), replace: none(), toLowerCase: none() };
  for (const method of methods) {
    const original: (...parameters: never[]) => unknown = String.prototype[method];
    vi.spyOn(String.prototype, method).mockImplementation(function (this: string, ...parameters: unknown[]) {
      steps[method].calls += 1;
      steps[method].characters += this.length;
      return Reflect.apply(original, this, parameters);
    });
  }
  run();
  vi.restoreAllMocks();
  return steps;
}
