// Recognizes opt-out and opt-in messages.
import type { Consent } from '../../../contract/contacts.ts'

export interface ConsentIntent {
  readonly consent: Exclude<Consent, 'unknown'>
  /** In the language of the word. */
  readonly answer: string
}

/** Normalized by `plain`. */
const words: Record<string, { out: readonly string[]; in: readonly string[] }> = {
  en: {
    out: ['stop', 'stop all', 'stopall', 'unsubscribe', 'opt out', 'optout', 'cancel', 'end', 'quit', 'revoke'],
    in: ['start', 'unstop', 'subscribe', 'opt in', 'optin'],
  },
  id: { out: ['berhenti', 'hentikan', 'stop langganan', 'berhenti langganan'], in: ['mulai'] },
  pt: { out: ['sair', 'parar', 'pare', 'cancelar', 'descadastrar'], in: ['voltar', 'comecar'] },
  es: { out: ['baja', 'alto', 'detener'], in: ['alta', 'volver', 'iniciar'] },
  fr: { out: ['arret', 'arreter', 'desabonner', 'desinscription'], in: ['reprendre'] },
  de: { out: ['stopp', 'abmelden', 'abbestellen'], in: ['anmelden'] },
  nl: { out: ['stoppen', 'afmelden', 'uitschrijven'], in: ['aanmelden'] },
  it: { out: ['annulla', 'disiscrivimi', 'cancellami'], in: ['riprendi'] },
  ru: { out: ['стоп', 'отписаться', 'отмена'], in: ['старт', 'подписаться'] },
  tr: { out: ['durdur', 'iptal'], in: ['başlat'] },
  zh: { out: ['退订', '停止', '取消', '退訂'], in: ['恢复', '恢復', '开始', '開始'] },
  ar: { out: ['ايقاف', 'توقف', 'الغاء'], in: ['ابدا', 'بدء'] },
  hi: { out: ['रोकें', 'बंद करें', 'बंद'], in: ['शुरू', 'शुरू करें'] },
}

const answers: Record<string, { out: string; in: string }> = {
  en: {
    out: 'You will no longer receive messages from us. Send START to receive them again.',
    in: 'You will receive messages from us again. Send STOP to stop them.',
  },
  id: {
    out: 'Anda tidak akan menerima pesan dari kami lagi. Balas MULAI untuk kembali menerimanya.',
    in: 'Anda akan menerima pesan dari kami lagi. Balas BERHENTI untuk menghentikannya.',
  },
  pt: {
    out: 'Você não receberá mais mensagens nossas. Envie VOLTAR para recebê-las de novo.',
    in: 'Você voltará a receber nossas mensagens. Envie SAIR para parar.',
  },
  es: {
    out: 'No recibirá más mensajes nuestros. Envíe ALTA para recibirlos de nuevo.',
    in: 'Volverá a recibir nuestros mensajes. Envíe BAJA para dejar de recibirlos.',
  },
  fr: {
    out: 'Vous ne recevrez plus de messages de notre part. Envoyez START pour les recevoir à nouveau.',
    in: 'Vous recevrez à nouveau nos messages. Envoyez ARRET pour ne plus les recevoir.',
  },
  de: {
    out: 'Sie bekommen keine Nachrichten mehr von uns. Mit START bekommen Sie sie wieder.',
    in: 'Sie bekommen unsere Nachrichten wieder. Mit STOPP enden sie.',
  },
  nl: {
    out: 'U krijgt geen berichten meer van ons. Stuur START om ze weer te krijgen.',
    in: 'U krijgt onze berichten weer. Stuur STOP om ze te beëindigen.',
  },
  it: {
    out: 'Non riceverà più messaggi da noi. Invii START per riceverli di nuovo.',
    in: 'Riceverà di nuovo i nostri messaggi. Invii STOP per non riceverli più.',
  },
  ru: {
    out: 'Вы больше не будете получать от нас сообщений. Отправьте START, чтобы получать их снова.',
    in: 'Вы снова будете получать наши сообщения. Отправьте STOP, чтобы прекратить.',
  },
  tr: {
    out: 'Bizden artık mesaj almayacaksınız. Yeniden almak için START gönderin.',
    in: 'Mesajlarımızı yeniden alacaksınız. Durdurmak için STOP gönderin.',
  },
  zh: {
    out: '您将不再收到我们的消息。发送 START 可重新接收。',
    in: '您将重新收到我们的消息。发送 STOP 可停止接收。',
  },
  ar: {
    out: 'لن تصلك رسائل منا بعد الآن. أرسل START لتصلك من جديد.',
    in: 'ستصلك رسائلنا من جديد. أرسل STOP لإيقافها.',
  },
  hi: {
    out: 'अब आपको हमारे संदेश नहीं मिलेंगे। फिर से पाने के लिए START भेजें।',
    in: 'आपको हमारे संदेश फिर से मिलेंगे। रोकने के लिए STOP भेजें।',
  },
}

const intents = new Map<string, ConsentIntent>(
  Object.entries(words).flatMap(([language, { out, in: back }]) => [
    ...out.map((word) => [plain(word), { consent: 'opted_out', answer: answers[language]!.out }] as const),
    ...back.map((word) => [plain(word), { consent: 'opted_in', answer: answers[language]!.in }] as const),
  ]),
)

/** Only if the whole message is one: “stop, o Zé não vem” is not. */
export function consentIntentOf(text: string): ConsentIntent | undefined {
  return text.length > 100 ? undefined : intents.get(plain(text))
}

/** Removes case, accents, surrounding punctuation and invisible characters. Vowel signs of Indic scripts count as letters. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0655\u0670\p{Cf}\u0640]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+$/u, '')
    .replace(/^[\p{Pi}\p{Ps}"'\s]+/u, '')
    .replace(/\s+/gu, ' ')
}
