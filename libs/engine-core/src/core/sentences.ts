/** What the product itself says in a chat, where the model has nothing to say. */
export type SentenceKey =
  /** The model lost its way (1.12 (3)). */
  | 'lost'
  /** Heading of the summary of a finished plan. */
  | 'completed'
  /** Three silent turns in a row. */
  | 'silent'
  /** The run went on by itself as often as it may. */
  | 'budget'
  /** A limit of the turn was reached and no summary came. */
  | 'limit'
  /** Three crashes of one turn. */
  | 'poison'
  /** The switch stands on plan, and the answer brought none. */
  | 'no-plan'
  /** The same, beside a plan under way or done. */
  | 'no-new-plan'
  /** The conversation is longer than the model can read. */
  | 'too-long'
  /** The model could not be reached. */
  | 'unavailable'
  /** The model's key or address is missing or refused: an administrator's business. */
  | 'not-configured'
  /** The tenant's budget is used up. */
  | 'over-budget';

type Table = Readonly<Record<SentenceKey, string>>;

const en: Table = {
  lost: 'I seem to have lost my way. Please tell me briefly where I should continue.',
  completed: 'The plan is complete. All steps are done:',
  silent: 'I am not getting any further by myself here. Please tell me how to continue.',
  budget:
    'I have worked on this for a while by myself and pause here. Just say when I should go on.',
  limit: 'This took longer than one round allows, so I stop here. Tell me whether I should go on.',
  poison:
    'I was interrupted several times while working on your last message, so I have stopped. It is kept; please tell me how to continue.',
  'no-plan': 'Note: there is no plan yet. I only plan while your switch is set to plan.',
  'no-new-plan': 'Note: there is no new plan yet. I only plan while your switch is set to plan.',
  'too-long': 'This conversation has become too long for me to read. Please start a new one.',
  unavailable:
    'I cannot think right now because my model is not answering. Please try again in a moment.',
  'not-configured':
    'My model cannot be used: its key or address is missing or was refused. An administrator has to set it right; then just write to me again.',
  'over-budget':
    'I have to stop here: your organisation’s budget for models is used up for now. Nothing is lost; write to me again later, or ask an administrator to raise it.',
};

const de: Table = {
  lost: 'Ich habe wohl den Faden verloren. Bitte sag mir kurz, wo ich weitermachen soll.',
  completed: 'Der Plan ist abgeschlossen. Alle Schritte sind erledigt:',
  silent: 'Hier komme ich allein nicht weiter. Bitte sag mir, wie es weitergehen soll.',
  budget:
    'Ich habe eine Weile selbstständig daran gearbeitet und halte hier an. Sag einfach, wenn ich weitermachen soll.',
  limit:
    'Das dauert länger, als eine Runde erlaubt, deshalb halte ich hier an. Sag mir, ob ich weitermachen soll.',
  poison:
    'Ich wurde bei deiner letzten Nachricht mehrfach unterbrochen und habe deshalb angehalten. Sie ist nicht verloren; bitte sag mir, wie es weitergehen soll.',
  'no-plan':
    'Hinweis: Es gibt noch keinen Plan. Solange dein Schalter auf Plan steht, plane ich nur.',
  'no-new-plan':
    'Hinweis: Es gibt noch keinen neuen Plan. Solange dein Schalter auf Plan steht, plane ich nur.',
  'too-long':
    'Dieses Gespräch ist zu lang geworden, als dass ich es noch lesen könnte. Bitte beginne ein neues.',
  unavailable:
    'Ich kann gerade nicht nachdenken, weil mein Modell nicht antwortet. Bitte versuche es gleich noch einmal.',
  'not-configured':
    'Mein Modell lässt sich nicht benutzen: Sein Schlüssel oder seine Adresse fehlt oder wurde abgelehnt. Ein Administrator muss das richten; schreib mir danach einfach wieder.',
  'over-budget':
    'Ich muss hier anhalten: Das Budget eurer Organisation für Modelle ist vorerst aufgebraucht. Nichts ist verloren; schreib mir später wieder oder bitte einen Administrator, es zu erhöhen.',
};

const fr: Table = {
  lost: 'Je crois avoir perdu le fil. Dites-moi brièvement où je dois reprendre.',
  completed: 'Le plan est terminé. Toutes les étapes sont faites :',
  silent: 'Je n’avance plus tout seul ici. Dites-moi comment continuer.',
  budget:
    'J’y ai travaillé seul pendant un moment et je fais une pause ici. Dites-moi quand je dois continuer.',
  limit:
    'Cela a pris plus de temps qu’un tour n’en permet, je m’arrête donc ici. Dites-moi si je dois continuer.',
  poison:
    'J’ai été interrompu plusieurs fois pendant le traitement de votre dernier message et je me suis arrêté. Il est conservé ; dites-moi comment continuer.',
  'no-plan':
    'Remarque : il n’y a pas encore de plan. Tant que votre sélecteur est sur « plan », je ne fais que planifier.',
  'no-new-plan':
    'Remarque : il n’y a pas encore de nouveau plan. Tant que votre sélecteur est sur « plan », je ne fais que planifier.',
  'too-long':
    'Cette conversation est devenue trop longue pour moi. Veuillez en commencer une nouvelle.',
  unavailable:
    'Je ne peux pas réfléchir en ce moment, car mon modèle ne répond pas. Veuillez réessayer dans un instant.',
  'not-configured':
    'Mon modèle est inutilisable : sa clé ou son adresse manque ou a été refusée. Un administrateur doit y remédier ; ensuite, écrivez-moi de nouveau.',
  'over-budget':
    'Je dois m’arrêter ici : le budget de votre organisation pour les modèles est épuisé pour le moment. Rien n’est perdu ; écrivez-moi plus tard ou demandez à un administrateur de l’augmenter.',
};

const es: Table = {
  lost: 'Parece que he perdido el hilo. Dime brevemente por dónde debo continuar.',
  completed: 'El plan está completo. Todos los pasos están hechos:',
  silent: 'Aquí no avanzo por mi cuenta. Dime cómo continuar.',
  budget:
    'He trabajado un rato en esto por mi cuenta y hago una pausa aquí. Dime cuándo debo seguir.',
  limit:
    'Esto ha llevado más tiempo del que permite una ronda, así que me detengo aquí. Dime si debo seguir.',
  poison:
    'Me interrumpieron varias veces mientras atendía tu último mensaje y por eso me he detenido. Se conserva; dime cómo continuar.',
  'no-plan': 'Nota: todavía no hay ningún plan. Mientras tu selector esté en plan, solo planifico.',
  'no-new-plan':
    'Nota: todavía no hay un plan nuevo. Mientras tu selector esté en plan, solo planifico.',
  'too-long':
    'Esta conversación se ha vuelto demasiado larga para mí. Empieza una nueva, por favor.',
  unavailable:
    'Ahora mismo no puedo pensar porque mi modelo no responde. Inténtalo de nuevo en un momento.',
  'not-configured':
    'Mi modelo no se puede usar: falta su clave o su dirección, o fue rechazada. Un administrador debe corregirlo; después, escríbeme de nuevo.',
  'over-budget':
    'Tengo que parar aquí: el presupuesto de tu organización para modelos está agotado por ahora. No se ha perdido nada; escríbeme más tarde o pide a un administrador que lo aumente.',
};

const zh: Table = {
  lost: '我好像迷失了方向。请简单告诉我应该从哪里继续，好吗？',
  completed: '计划已完成，所有步骤均已完成：',
  silent: '我自己在这里无法继续推进了。请告诉我接下来该怎么做。',
  budget: '我已经独立工作了一段时间，先在这里暂停。需要我继续时请告诉我。',
  limit: '这一轮花费的时间超过了上限，所以我先停在这里。请告诉我是否继续。',
  poison: '处理您上一条消息时我多次被中断，因此先停了下来。消息已保留，请告诉我如何继续。',
  'no-plan': '提示：目前还没有计划。只要开关处于计划模式，我就只做规划。',
  'no-new-plan': '提示：目前还没有新的计划。只要开关处于计划模式，我就只做规划。',
  'too-long': '这个对话已经太长，我无法完整读取了。请开始一个新的对话。',
  unavailable: '我的模型暂时没有响应，我现在无法思考。请稍后再试。',
  'not-configured':
    '我的模型无法使用：它的密钥或地址缺失，或者被拒绝。需要管理员处理；之后再给我发消息即可。',
  'over-budget':
    '我只能先停在这里：贵组织的模型预算暂时已用完。没有任何内容丢失；请稍后再给我发消息，或请管理员提高预算。',
};

const ja: Table = {
  lost: '話の流れを見失ってしまったようです。どこから続ければよいか、簡単に教えてください。',
  completed: '計画が完了しました。すべての手順が終わりました：',
  silent: 'ここから先は自分だけでは進められません。どう続ければよいか教えてください。',
  budget:
    'しばらく自分で作業を進めましたので、ここで一度止まります。続ける場合はお知らせください。',
  limit: '一回の作業で許される時間を超えたため、ここで止まります。続けるかどうか教えてください。',
  poison:
    '前回のメッセージの処理中に何度も中断されたため、停止しました。メッセージは保存されています。どう続ければよいか教えてください。',
  'no-plan': 'ご注意：計画はまだありません。スイッチが計画になっている間は、計画だけを行います。',
  'no-new-plan':
    'ご注意：新しい計画はまだありません。スイッチが計画になっている間は、計画だけを行います。',
  'too-long': 'この会話は長くなりすぎて読み切れません。新しい会話を始めてください。',
  unavailable:
    'モデルが応答しないため、今は考えることができません。少し待ってからもう一度お試しください。',
  'not-configured':
    'モデルを使用できません。キーまたはアドレスが未設定か、拒否されました。管理者による設定が必要です。その後、もう一度メッセージを送ってください。',
  'over-budget':
    'ここで止まらなければなりません。組織のモデル用の予算を今のところ使い切りました。何も失われていません。後でもう一度メッセージを送るか、管理者に増額を依頼してください。',
};

const tables: Readonly<Record<string, Table>> = { en, de, fr, es, zh, ja };

/** The sentence in the process's language (a BCP 47 tag such as `de-AT`), else in English. */
export function sentence(key: SentenceKey, language: string | undefined): string {
  const base = language?.toLowerCase().split(/[-_]/)[0] ?? 'en';
  return (Object.hasOwn(tables, base) ? tables[base] : en)?.[key] ?? en[key];
}

/** The languages the product itself can speak. */
export const sentenceLanguages: readonly string[] = Object.keys(tables);
