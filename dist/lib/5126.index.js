const x=5126,b=[5126],y={72745:(function(p,m,c){c.d(m,{enforceOutputSchema:()=>h});var d=c(13803),a=c(25531);async function h(e,o){if(e.end!=="answered"&&e.end!=="stopped")return e;const n=o.schema.parseAnswer(e.text);if(n.ok)return{...e,...i(n.value)};if(e.end==="stopped")return e;const t=await l(n.problem,o),r=t===void 0?n:o.schema.parseAnswer(t);return r.ok?{...e,...i(r.value)}:{end:"failed",outcome:"model",text:`The answer does not match output_schema: ${r.problem}.

The answer was:

${f(t||e.text)}`}}const f=function(e){return e.includes("```")?e:`\`\`\`
${e}
\`\`\``},i=function(e){return ({structured:e,text:`\`\`\`json
${JSON.stringify(e,null,2)}
\`\`\``})};async function l(e,o){const{conversation:n,context:t,signal:r}=o;(0,a.GB)(n,`[Your answer does not match the required schema: ${e}. Give the whole answer again as one JSON value that matches the schema, without any text around it.]`);const s=t.budget?.allowanceFor((0,a.H7)(n,t))??{kind:"continue"};if(s.kind==="short answer"||s.kind==="stop")return;const _=s.maxTokens===void 0?{}:{maxTokens:s.maxTokens};try{return(0,a.b6)(await w(o,_))}catch(u){if(r.aborted||!(u instanceof d.m))throw u;t.emit({type:"notice",level:"warning",text:`The corrected answer could not be requested: ${u.message}`});return}}async function w({schema:e,conversation:o,context:n,signal:t},r){try{return await(0,a.bY)(o,n,t,{tools:[],schema:e.schema,...r})}catch(s){if(t.aborted||!(s instanceof d.m)||s.fault!=="request")throw s;return(0,a.bY)(o,n,t,{choice:{mode:"none"},...r})}}})};export{x as id,b as ids,y as modules};
