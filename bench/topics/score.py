"""Gives the commands of half a or b and counts what is offered. usage: score.py SPAR OUT a|b SECONDS"""
import os,json,subprocess,sys,collections,time
spar,O,half=sys.argv[1:4]; end=time.time()+float(sys.argv[4])
cmds=[l.rstrip('\n').split('\t') for l in open(os.path.dirname(os.path.abspath(__file__))+'/commands.tsv')]
cmds=[c for i,c in enumerate(cmds) if (i%2==0)==(half=='a')]
cmds=[c for s in ('handbook','plos','mesh') for c in cmds if c[0]==s]
def files(home,scope):
    r=subprocess.run([spar,'--data',home,'files','--scope',scope,'--json'],capture_output=True,text=True)
    return {json.loads(l)['path'] for l in r.stdout.splitlines() if l.startswith('{') and 'path' in json.loads(l)}
def q(t): return '"'+t+'"'
tot=collections.defaultdict(lambda:[0,0,0.0,0,0])
for s,sent,gold in cmds:
    if time.time()>end: break
    home=f'{O}/{s}.home'
    groups=[g.split('|') for g in gold.split('+')]
    want=files(home,' '.join('tag:('+'|'.join(q(t) for t in g)+')' for g in groups))
    build=sent if 'workspace' in sent or 'collection' in sent else 'make a workspace of '+sent
    r=subprocess.run([spar,'--data',home,'do',build,'--dry-run','--strict','--json'],capture_output=True,text=True)
    try: d=json.loads(r.stdout.splitlines()[0])
    except Exception: print(s,sent,r.stderr[:200]); d={}
    offered={t['tag'] for x in d.get('topics') or [] for t in x.get('tags') or []}
    gs=[t for g in groups for t in g]
    ok=sum(t in offered for t in gs)
    got=files(home,d['scope']) if d.get('scope') and not d.get('whole') else set()
    f=2*len(got&want)/max(1,len(got)+len(want))
    silent=subprocess.run([spar,'--data',home,'do',build,'--yes','-q'],capture_output=True,text=True).returncode==0 and bool(d.get('topics')) or not d.get('topics') and d.get('command')=='build'
    t=tot[s]; t[0]+=ok; t[1]+=len(gs); t[2]+=f; t[3]+=silent; t[4]+=1
    print(s,'|',sent,'|',f'{ok}/{len(gs)} F1 {f:.2f} want {len(want)}','whole' if d.get('whole') else '','SILENT' if silent else '', [(x['text'],[(y['tag'],y['how'],y.get('near',False)) for y in (x.get('tags') or [])[:4]]) for x in d.get('topics') or []] if f<.9 else '',flush=True)
for s,t in tot.items(): print(s,f'tags {t[0]}/{t[1]} = {t[0]/t[1]:.2f}; F1 accepted {t[2]/t[4]:.2f}; silent {t[3]} of {t[4]}',flush=True)
