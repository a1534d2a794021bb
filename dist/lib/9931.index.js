const _=9931,v=[9931],b={19931:((p,i,c)=>{c.r(i),c.d(i,{inForm:()=>h});var m=c(13803),d=c(87178);async function h(e,s,o,n,r){if(e.end!=="answered"&&e.end!=="stopped")return e;const t=s.read(e.text);if(t.ok)return{...e,...f(t.value)};if(e.end==="stopped")return e;const u=await w(t.problem,s,o,n,r),a=u===void 0?t:s.read(u);return a.ok?{...e,...f(a.value)}:{end:"failed",outcome:"model",text:`The answer does not fit output_schema: ${a.problem}.

It was:

${l(u||e.text)}`}}const l=e=>e.includes("```")?e:`\`\`\`
${e}
\`\`\``,f=e=>({structured:e,text:`\`\`\`json
${JSON.stringify(e,null,2)}
\`\`\``});async function w(e,s,o,n,r){(0,d.qz)(o,`[Your answer does not have the form it must have: ${e}. Give the whole answer again as one JSON value that fits the schema, without any text around it.]`);const t=n.budget?.allows((0,d.Uc)(o,n))??{may:"work"};if(t.may==="end briefly"||t.may==="nothing")return;const u=t.most===void 0?{}:{most:t.most};try{return(0,d.b6)(await y(o,s,u,n,r))}catch(a){if(r.aborted||!(a instanceof m.m))throw a;n.emit({type:"notice",level:"warning",text:`The answer could not be asked for again: ${a.message}`});return}}async function y(e,{schema:s},o,n,r){try{return await(0,d.jM)(e,n,r,{tools:[],schema:s,...o})}catch(t){if(r.aborted||!(t instanceof m.m)||t.fault!=="request")throw t;return(0,d.jM)(e,n,r,{choice:{mode:"none"},...o})}}})};export{_ as id,v as ids,b as modules};
