/**
 * What counts as nothing but a refusal (1.5), where a tenant's setting
 * `vance.engine.planMode.rejectPhrases` does not say otherwise. Compared without case, punctuation and
 * emoji, so each phrase stands here once, in plain words.
 */
export const DEFAULT_REJECT_PHRASES: readonly string[] = [
  // English
  ...['no', 'nope', 'nah', 'no way', 'no thanks', 'no thank you', 'no go', 'not now', 'not yet'],
  ...['never', 'stop', 'stop it', 'please stop', 'dont', 'do not', 'please dont', 'cancel'],
  ...['abort', 'halt', 'wait', 'hold on', 'reject', 'rejected', 'no please'],
  // German
  ...['nein', 'nein danke', 'nö', 'nee', 'ne', 'stopp', 'abbrechen', 'abbruch', 'noch nicht'],
  ...[
    'jetzt nicht',
    'bitte nicht',
    'lieber nicht',
    'auf keinen fall',
    'niemals',
    'warte',
    'abgelehnt',
  ],
  // French
  ...['non', 'non merci', 'pas maintenant', 'pas encore', 'arrête', 'arrêtez', 'arrete', 'arretez'],
  ...['annule', 'annuler', 'annulez', 'attends', 'attendez', 'jamais', 'surtout pas'],
  // Spanish, Portuguese, Italian
  ...[
    'no gracias',
    'alto',
    'para',
    'detente',
    'cancela',
    'cancelar',
    'espera',
    'todavía no',
    'aún no',
  ],
  ...['ahora no', 'nunca', 'não', 'nao', 'pare', 'espere', 'ainda não', 'agora não'],
  ...['no grazie', 'ferma', 'fermati', 'annulla', 'aspetta', 'non ancora', 'non ora', 'mai'],
  // Dutch, Nordic, Finnish, Hungarian, Romanian
  ...['niet doen', 'nog niet', 'wacht', 'nej', 'nei', 'vänta', 'ei', 'nem'],
  // Slavic
  ...['nie', 'czekaj', 'ne díky', 'нет', 'не надо', 'стоп', 'отмена', 'подожди', 'ні', 'не треба'],
  // Greek, Turkish, Arabic, Hebrew, Persian, Hindi
  ...[
    'όχι',
    'hayır',
    'hayir',
    'dur',
    'iptal',
    'لا',
    'توقف',
    'לא',
    'עצור',
    'نه',
    'नहीं',
    'मत',
    'रुको',
  ],
  // Chinese
  ...[
    '不',
    '不要',
    '不行',
    '不可以',
    '不可',
    '不用',
    '不好',
    '不是',
    '不同意',
    '停',
    '停止',
    '停下',
  ],
  ...['取消', '别', '別', '否', '等等', '等一下', '拒绝', '拒絕'],
  // Japanese, Korean
  ...[
    'いいえ',
    'いや',
    'だめ',
    'ダメ',
    '駄目',
    'やめて',
    '止めて',
    'ストップ',
    '中止',
    'キャンセル',
  ],
  ...[
    '待って',
    'ノー',
    '아니',
    '아니요',
    '아니오',
    '안돼',
    '안 돼',
    '멈춰',
    '그만',
    '취소',
    '싫어',
  ],
  // Vietnamese, Indonesian, Thai
  ...['không', 'dừng lại', 'tidak', 'jangan', 'ไม่', 'หยุด'],
];

/** Signs that are a refusal when a message has no words at all. */
export const REFUSAL_SIGNS: readonly string[] = ['👎', '🛑', '🚫', '⛔', '❌', '✋', '🙅'];
