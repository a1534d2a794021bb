const n=t=>function(){throw new Error(t+" of undici is not in this bundle")},o=n("ProxyAgent"),e=n("fetch");export{o as ProxyAgent,e as fetch};
