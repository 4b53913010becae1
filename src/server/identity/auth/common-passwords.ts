// Common passwords, from two public lists: that of zxcvbn-ts (`@zxcvbn-ts/language-common` 4.1.3) and
// that of Django 5.2 (made by Royce Williams from passwords found in leaks).
//
// zxcvbn-ts, MIT: Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc. Copyright (c) 2021 @zxcvbn-ts. Permission is hereby
// granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
// "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify,
// merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions: The above copyright notice and this permission notice shall be
// included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
// KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE
// AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
// LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR
// THE USE OR OTHER DEALINGS IN THE SOFTWARE.
//
// Django, BSD-3-Clause: Copyright (c) Django Software Foundation and individual contributors. All rights reserved.
// Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
// following conditions are met: 1. Redistributions of source code must retain the above copyright notice, this list of
// conditions and the following disclaimer. 2. Redistributions in binary form must reproduce the above copyright notice,
// this list of conditions and the following disclaimer in the documentation and/or other materials provided with the
// distribution. 3. Neither the name of Django nor the names of its contributors may be used to endorse or promote
// products derived from this software without specific prior written permission. THIS SOFTWARE IS PROVIDED BY THE
// COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
// IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE
// COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
// DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR
// BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
// (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE
// POSSIBILITY OF SUCH DAMAGE.

/** Whole passwords of at least 10 characters, lower case, from both lists. */
export const commonPasswords: ReadonlySet<string> = new Set(wholeList().split(/\s+/))
/** Words that are as common with digits and punctuation around them: `Summer2026!`. */
export const commonWords: ReadonlySet<string> = new Set(wordList().split(/\s+/))
/** The 5,000 most used passwords that are too short and no words: `1q2w3e4r` made longer is as common. */
export const commonStems: ReadonlySet<string> = new Set(stemList().split(/\s+/))

function wholeList() {
  return `"1,00001e+14" "zxcvbnm," "zxcvbnm,./" ********** 0.00000000 0000000000 000000000000 0000000000d 0000000000o 000777fffa
000webhost 0102030405 010203040506 0123456789 01234567890 012345678910 0123654789 0123698745 014702580369 0147258369
0147852369 0147896325 0192837465 01telemike01 050605rostik 0987654321 0987654321a 0987654321q 0cdh0v99ue 0icotpd785
0o9i8u7y6t 0r968ji9ufj6 1010101010 1020304050 102030405060 1029384756 1029384756q 10293847qp 10987654321 1111111111
11111111111 111111111111 111111111111111 1111111111zz 1111122222 11111aaaaa 1112131415 111222333000 111222333444555
111222333a 111222tianya 1122112211 1122334455 112233445566 1123581321 1133557799 1211109032 1212121212 1212312121
1213141516 121324810z 1223334444 122333444455555 123123123123 123123123a 123123123q 123123qweqwe 123321123321
123321456654 123321qweewq 1234509876 1234512345 1234554321 1234554321a 1234554321q 123456123456 1234562000 12345654321
123456654321 12345672000 12345677654321 123456782000 1234567887654321 123456789* 123456789+ 123456789. 1234567890
1234567890- 1234567890-= 12345678900 123456789000 12345678900987654321 12345678901 123456789012 1234567890123
12345678901234567890 1234567890987654321 1234567890a 1234567890d 1234567890l 1234567890m 1234567890o 1234567890p
1234567890q 1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty 1234567890qwertyuiop 1234567890s 1234567890w
1234567890z 1234567890zzz 1234567891 12345678910 123456789101 1234567891011 123456789101112 12345678912 123456789123
123456789123456 1234567891234567 123456789123456789 1234567892000 1234567898 12345678987654321 1234567899
123456789987654321 123456789a 123456789aa 123456789aaa 123456789abc 123456789as 123456789asd 123456789b 123456789c
123456789d 123456789e 123456789f 123456789g 123456789h 123456789i 123456789j 123456789k 123456789l 123456789m
123456789n 123456789o 123456789p 123456789q 123456789qaz 123456789qq 123456789qqq 123456789qw 123456789qwe
123456789qwer 123456789qwerty 123456789r 123456789s 123456789t 123456789v 123456789w 123456789x 123456789y 123456789z
123456789zx 123456789zxc 123456789zz 12345678qwe 1234567qwertyu 123456abcd 123456asdf 123456qwer 123456qwert
123456qwerty 123456zxcvbn 12345abcde 12345asdfg 12345qazwsx 12345qwert 12345qwert7 12345qwerty 12345trewq 12345zxcvb
1234qwerasdf 1234qwerasdfzxcv 1234qwerty 1236547890 123654789a 123admin32 123admin321 123admin321a 123ewqasdcxz
123hfjdk147 123password 123qwe123qwe 123qwe456rty 123qweasdzx 123qweasdzxc 123qwerty123 12andriy14 12qw34er56ty
1324354657 132forever 1346798520 1357908642 1357913579 1357924680 1357997531 13587930210 1472583690 147258369a
159753159753 1597532486 159753456852 17171717aa 18atcskd2w 18n28n24a5 1928374655 192837465q 193570356033 1958proman
1986irachka 1994200414 19952009sa 19960610ilja 19mtpgam19 1a2a3a4a5a 1a2a3a4a5a6a 1a2b3c4d5e 1a2s3d4f5g 1a2s3d4f5g6h
1asdfghjkl 1butterfly 1chocolate 1fptjtl919 1fr2rfq7xl 1life2live 1pass1page 1q2q3q4q5q 1q2w3e4r5t 1q2w3e4r5t6
1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o 1q2w3e4r5t6y7u8i9o0p 1q3e5t7u9o 1qa2ws3ed4rf
1qa2ws3ed4rf5tg 1qaz2wsx3e 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazwsxedc 1qazxsw23edc 1qazxsw23edcvfr4 1qwertyuio
1qwertyuiop 1sexybitch 1v7upjw3nt 1z2x3c4v5b 1zn6fpn01n 1zn6fpn01x 2000comeer 20070509031 2012comeer 20162016up
2143658709 2222222222 23176djivanfros 23wkoa0fp78dk 2416101113 2468013579 2606642yra 26429vadim 2cxdn8s271 2dumb2live
2kroliczek 2pacshakur 31081981rs 31217221027711 3141592654 31x7t5xbke 3216732167 32615948worms 3333333333 3526535265
38gjgeuftd 3d8cubaj2e 3daysgrace 3f3fpht7op 3odi15ngxb 3qdlqb49js 3rjs1la2qe 3rjs1la7qe 3rjs5la8qe 3s43pth5aea
3syqo15hil 413276191q 41d8cd98f00b 420842084208555 421uiopy258 4294967296 42qwerty42 4444444444 4815162342 4815162342a
4815162342lf 4815162342lost 4815162342q 4904s677075 51051051051 520love101182 541233432442 5432112345 5532361cnjqrf
5544332211 5555555555 5845201314 5858855abc 59382113kevinp 5hsu75kpot 5plk4l5uc7 5t4r3e2w1q 5x1cjdsb9p 5xfgs3ii9d
6215mila6215 6666666666 671fsa75yt 6hbf28w791 70780070780 7410258963 7418529630 742617000027 7777755102q 7777777777
7894561230 789456123a 789456123q 7elephants 7jokx7b9du 7ugd5hip2j 80070633pc 80361665abc 80637852730 8096468644q
80972694711 80988218126 87654321vv 87e5nclizry 88002000600 8888888888 89015173454 89032073168 89057003343 89063032220m
89132664230 89172735872 89181502334 89211375759 89231243658s 89600506779 89614774181 89876065093rax 89semtsriuty
8ix6s1fceh 8phrowz622 8phrowz624 9085084232 9085603566 9293709b13 92k2cizcdp 9638527410 9731553197 9874563210
9876543210 9876543211 987654321a 987654321g 987654321q 987654321z 989244342a 9988776655 999111999q 9999999999
99strenght 9uzp9jek3f 9z5ve9rrcz <password> ?????????? ??????@mail.ru @bigmir.net a123456789 a1234567890 a1a2a3a4a5
a1b2c3d4e5 a1s2d3f4g5 a1s2d3f4g5h6 a3eilm2s2y a789456123 a987654321 aa123456789 aaaaaaaaa1 aaaaaaaaaa abc1234567
abc123456789 abcd123456 abcde12345 abcdefg123 abcdefghi1 abcdefghij abercrombie abracadabra abrakadabra absolutely
accountant accountbloc accounting activation ad12345678 adams33486 admin18533362 administrator adrenaline aerosmith1
aezakmi123 afghanistan afrika2002 agnieszka1 ahbird1984 ajcuivd289 ajnjuhfabz akademiks11 aksjdlasdakj89879 aksrms8010
alabama123 alejandra1 alejandro1 alejandro2 aleksander aleksandra alessandra alessandro alexander1 alexander2
alexander3 alexandra1 alexandria alexsander alinaalina alisaalisa alkanaft123 allahakbar allahuakbar allrecipes
almario927 alpha135792468 alphabravo alphaomega alternativa alternative am4h39d8nh amadeusptfcor ambassador
amdturion64 america123 amoreterno amsterdam1 an83546921an13 anastasia1 anastasija anastasiya anderlecht andrewjackie
andrey1992 angelangel angelbaby1 angeleyes1 angelochek angelofwar angelseye22 animal2000 annabelle1 antananarivu
anthony123 antichrist antoinette antonio123 anytimetoday apocalypse apokalipsis applejuice applesauce aquamarine
arabella24630 arcobaleno argentina1 armageddon armorgames armstrong1 arschloch1 arsenal123 artemartem asd123asd123
asdasdasd1 asdf123456 asdfg12345 asdfgh123456 asdfghjkl1 asdfghjkl12 asdfghjkl123 asdfghjkl: asdfghjkl:&#39:
asdfghjkl; asshole123 astalavista astonmartin astonvilla astra334566 auckland2010 aug!272010 australia1 avrillavigne
awdrgyjilp awesome123 awo8rx3wa8t azerbaijan azerbaycan azertyuiop azsxdcfvgb azwebitalia b123456789 babemagnet
babyboy123 babycakes1 babygirl01 babygirl06 babygirl07 babygirl08 babygirl09 babygirl10 babygirl11 babygirl12
babygirl13 babygirl14 babygirl15 babygirl16 babygirl17 babygirl18 babygirl19 babygirl20 babygirl21 babygirl22
babygirl23 babygirl24 babygirl69 babygurl12 babygurl13 babygurl14 backspace1 backstreet badiman28200 badnaamhere
baili123com baltimore1 bangladesh barbarossa barbiegirl barcelona1 baseball08 baseball09 baseball10 baseball11
baseball12 baseball13 baseball14 baseball15 baseball16 baseball17 baseball18 baseball19 baseball20 baseball21
baseball22 baseball23 baseball24 baseball25 baseball33 basketbal1 basketbal9 basketball basketball1 bassmaster
battlefield battlestar beautiful1 beautiful2 beethoven9 belladonna bellissima benjamin15 berezuckiy berlin1945
bernadette bestfriend bestfriends bettyboop1 bhrh0h2oof6xbqjeh biblioteka bigbrother bigpimpin1 billabong1 billiejoe1
birmingham birthday10 birthday100 birthday133 birthday21 birthday26 birthday27 birthday28 birthday299 birthday36
birthday54 bismillah1 blablabla1 blackadder blackberry blackcat123 blackdragon blackhawk1 blackhawks blackheart
blackhorse blackjack1 blacklabel blackmetal blackrose1 blacksheep blacksonblon blackwater blackwhite bladerunner
blingbling blitzkrieg blkdrag0ns blood4life bltynbabrfwbz blueberry1 bluedevils bluedragon bmvm3e46gtr bobesponja
bobmarley1 boguska123 bondarenko boredboi4u bot_schokk boy1cool23 boy4u2ownnyc boyfriend1 bpgjldsgjldthnf brandon123
braveheart breakdance brittany12 broadband1 brokenhear browneyes1 brownsugar brucewayne bubblegum1 bubbles123
budweiser1 bugsbunny1 bujhmbujhm bullnuts2003 bullwinkle bumblebee1 bushmaster businessbabe butterball butterbean
buttercup1 butterflies butterfly! butterfly0 butterfly1 butterfly2 butterfly3 butterfly4 butterfly5 butterfly6
butterfly7 butterfly8 butterfly9 bvncnbnvvbn bvp33w7epu bwfq23jp7f byajhvfnbrf c123456789 c43dae874d c43qpul5rz
c7e4f8ezqh calculator california california1 callofduty cameron123 candycane1 candyeater candyfinger candygirl1
cannondale capricorn1 capricornio cardinals1 carebears1 carpediem1 carpenter1 casablanca cashmoney1 cassandra1
caterpillar catherine1 cds04121989 cegthgegth cegthgfhjkm cellphone1 celtic1888 cepetsugih cfkfvfylhf cghfdjxybr
cgtwbfkbcn challenger change1234 chargers21 charleston charlie111 charlie123 charlotte1 charly2004 cheburashka
cheerleade cheerleader cheerleaers cheeseburger cheesecake cheguevara chelle1234 chelsea123 chessmaster chester123
chesterfield chevrolet1 chicharito chicken123 chickenwing101 chihuahua1 chinchilla chocolate! chocolate1 chocolate2
chocolate3 chocolate4 chocolate5 chocolate7 chocolate8 chocolate9 chrisbrown christelle christiaan christian1
christian2 christian7 christina1 christina2 christine1 christmas1 christmas2 christophe christopher christopher1
chronic420 chupakabra cincinnati cinderella civilization cjdthitycndj cjmasterinf classof200 classof201 clementine
cleopatra1 cleveland1 clubpenguin cm6e7aumn9 cnfc35762209 cnfnbcnbrf cnjvfnjkju coccinella cockgobbler cocksucker
collection combat123654 comicbookdb comicbooks commercial compatible computador computadora computer11 computer12
computer123 concepcion confidence configuratio connection constantin constantine construction contortionist contrasena
controller cookiemons cookiemonster cookies123 cool123456 coolbeans1 coorslight copenhagen cordell123 coregmedia
corperfmonsy corporation cosmopolitan counterstrike countryboy couponsc10 courtney12 crackhead1 crazybitch crazygirl1
crazyhorse crepusculo cristiano7 cristopher crystal123 ctdfcnjgjkm cuntfinger cupcake123 cutiepie12 cvzefh1gkc
cxfcnkbdfz cxfcnmttcnm cyberonline cyecvevhbr cyjdsvujljv cytuehjxrf d0r1nc0urt d123456789 d2xyw89sxj d71lwz9zjs
d9zufqd92n daddygirl1 daddysgirl dance4life dangerous1 dangerous12 danielle12 daredevil1 darkangel1 darkknight
darthvader dashadasha dbrnjhjdbx dbrnjhjdyf dctvcjcfnm dctvghbdtn dddddddddd deathnote1 december10 december11
december12 december13 december14 december15 december16 december17 december18 december19 december20 december21
december22 december23 december25 december28 december31 deeppurple deepthroat deerhunter delicious1 delpiero10
deltaforce demilovato demolition demon12345 demon1q2w3e demon1q2w3e4r demon1q2w3e4r5t department depechemode
description desperados destiny123 destruction detroit313 deutschland devastator devildriver devilmaycry devilmaycry4
dfg5fhg5vgfh1 dfktynbyrf dhjnvytyjub diamond123 dictionary difference digitalprodu diosesamor diosesfiel disneyland
disturbed1 diwtgm8492 djljghjdjl dkflbdjcnjr dkflbvbhjdbx dkflbvbhjdyf dkxjizc282 dmiller12as dodgeviper doggystyle
dogphil3650 dolphins13 domainlock2005 domination dominican1 dominique1 domodedovo donaldduck donkeykong dontforget
doodlebug1 doomsayer.2.7mords.v doomsayer.2.7mords.vv dragonball dragonballz dragonfire dragonfly1 dragonforce
dramaqueen dreamonline drumandbass dtynbkznjh dunnowho89 duranduran e6pz84qfcj earnhardt3 eastside13 education1
edwardcullen edxk20qmfs efbcapa201 eghfdktybt eh1k9oh335 ejaculation ekaterina20 electrical electronic electronics
element123 elisabeth1 elisabetta elizabeth0 elizabeth1 elizabeth2 elizabeth3 elizabeth7 elizabeth8 elizabeth9
elsalvador emachines1 emmanuelle employment engineering enterprise entertainment eqes606898 escaflowne esmeralda1
esperanza1 estrellita ethanryan01 evanescence evangelion everything evolution1 excellence experience experienced
eybdthcbntn ezekiel11991 f1uuhza723 faca210898 fallen_angel fallenangel falloutboy familiyafamiliya familyguy1
fantastic4 farfallina fartripper fatima753357 fcbarcelona fcnfkfdbcnf fdnjhbpfwbz feder_1941 felicidade fenerbahce
ffffffffff fgjkbyfhbz fgjrfkbgcbc fighting54 finalfantasy findaupair007 fiorentina firefighter firestarter firstone123
fisherman1 fishfinger fitzgerald fkg7h4f3v6 fkmnthyfnbdf fktrcfylh1 fktrcfylhf fktrcfylhjd fktrcfylhjdbx fktrcfylhjdf
fktrcfylhjdyf fktrcfylth flatblocker flintstone flowerpower flowers123 flvbybcnhfnjh football01 football07 football08
football09 football10 football11 football12 football123 football13 football14 football15 football16 football17
football18 football19 football20 football21 football22 football23 football24 football25 football27 football28
football32 football33 football34 football44 football45 football54 football55 football56 football69 football77
football88 football95 football99 forever123 foreveryoung forgetmenot forgotten1 formatters forzainter forzamilan
forzanapoli foundation foxracing1 fqrg7cs493 francesca1 francisco1 frankzappa frederiksberg freedom123 freelancer
freestyle1 freyfvfnfnf friends123 friends4ev friendship friendster froinlaven fromvermine frozenfish fuck_inside
fuckinside fucklove13 fuckmehard fuckmylife fuckoff123 fuckoff666 fuckthemall fuckthewor fucktheworld fuckthroat
fuckyou123 fuckyou420 fuckyou666 fuckyouall fuckyoubit fuckyoubitch fuckyouguys fufnfrhbcnb fullaccess fullmetal1
fyfcnfcbz1 fyfnjkmtdbx fyfnjkmtdyf fynfyfyfhbde g13916055158 g9l2d1fzpy gabriel123 gabriella1 gabrielle1 galatasara
galatasaray gamemaster gangbanged gangsta123 gangster12 gatekeeper gblfhfcbyf gearsofwar generation georgetown
gerasimova gettherefast gettysburg gfhfcjkmrf gfhfktkjuhfv gfhfvgfvgfv gfhjkmgfhjkm gggggggggg ghbdtndctv ghbdtnghbdtn
ghbdtngjrf ghbdtnrfrltkf ghhh47hj764 ghhh47hj7649 ghjatccbjyfk ghjcnbnenrf ghjcnbvtyz ghjcnjabkz ghjcnjgbpltw
ghjcnjgfhjkm ghjcnjghjcnj ghjcnjnfr1 ghjcnjqgfhjkm ghjcnjrdfibyj ghjcnjrdfif ghjgfufylf ghjnbdjcnjzybt ghjnbdjufp
ghjrehfnehf ghjrjgtyrj ghjuhfvbcn ghjuhfvvbcn ghostrecon ghostrider ghtdtlvtldtl gigaman8891 gilbert2707 girlfriend
girlygirl1 gjdtkbntkm gjhjlfcjqrb gjikbdctyf gjkysqgbpltw gjyjvfhtdf gjytltkmybr glamorous1 godblessme godfather1
godisgood1 godisgreat godislove1 godlovesme godzils4s7 goldfinger golfcourse good123654 goodfellas goodmorning
goodtimes1 google.com googletester gordolee85 gossipgirl grandmaster grandorgue grasshopper greedisgood greenday12
greeneyes1 greengreen greenhouse greenlantern grenouille gribouille grimreaper groupd2013 gtavicecity gthtcnhjqrf
gthtrfnbgjkt gthtrhtcnjr gtnhjpfdjlcr guadalupe1 guatemala1 guillermo1 guitarhero gundamwing gunslinger gunsnroses
gwarmonster gxlmxbewym gy3yt2rgls gymnastics h1xp2z2duk h2vwdubjx4 h72sfibbnl hallelujah hallohallo halloween1
hamburger1 hammerhead hammertime hannahmont hannahmontana hannover96 hans4queck happiness1 happy12345 happydays1
happyfeet1 happyhappy hardwareid harekrishna harrypotte harrypotter hawkesbury93 hbhc8290826 hd764nw5d7e1vb1
hd764nw5d7e1vbv headhunter heartbreak heartbroke heartless1 heather123 heavymetal hedimaptfcor helicopter hello12345
hellohello hellokitty hellomoto1 hellothere helloworld hellraiser henderson1 hernandez1 hesoyam123 heterosexual
hevhk43n9j heyheyhey1 hgrfqg4577 highlander highschool hijodeputa hilaryduff hillbilly1 history278 hocuspocus
hollister1 hollister2 hollister3 hollywood1 hollywood2 holyspirit homelesspa hondacivic hondas2000 honeybunny
horsepower hotmail.com hotmail123 housemusic housewifes houston713 hshfd4n279 htubcnhfwbz huhbbhzu78 hurricane1
hurricanes hx28o9e646 hypnodanny iaapptfcor iamawesome iamnumber1 iampurehaha2 iamthebest ibicguwjic icecream12
ichliebedi ichliebedich icxkyb7972 id6c3wr6un iddqdiddqd iddqdidkfa idontcare1 idontknow1 igetmoney1 ihatethisgame
ilikepussy illuminati ilovealex1 iloveboobies iloveboys1 ilovechris ilovedavid ilovegirls ilovehim12 iloveindia
ilovejames ilovejesus ilovejosh1 ilovejusti ilovematt1 iloveme123 ilovemike1 ilovemusic ilovemybab ilovemydad
ilovemyfam ilovemyfamily ilovemykid ilovemykids ilovemylife ilovemymom ilovemymum ilovemysel ilovemyself ilovenick1
ilovepussy iloveryan1 iloveyou01 iloveyou07 iloveyou08 iloveyou09 iloveyou10 iloveyou11 iloveyou12 iloveyou123
iloveyou13 iloveyou14 iloveyou143 iloveyou15 iloveyou16 iloveyou17 iloveyou18 iloveyou19 iloveyou20 iloveyou21
iloveyou22 iloveyou23 iloveyou24 iloveyou69 iloveyou88 iloveyou<3 iloveyouba iloveyouso iloveyoux3 imagination
imjakie123 impossible imthebest1 imyaimyaimya inactive1996aug incredible independen independent infalicall information
ingodwetrust insertions installdevic installsqlst installutil intelinside intelligence interacial intercourse
intermilan international internazionale inuyasha12 ipo54tj45uy856 ironmaiden iseedeadpeople istanbul34 itsasecret
ivanivanov iw14fi9jwqa iw14fi9jxl j123456789 j1v1fp2bxm j3qq4h7h2v jackass123 jackdaniels jackhammer jackson123
jacqueline jaigurudev jaihanuman jamesbond007 jamesbond1 jamesjames jarox1301! jasmine123 jediknight jedimaster
jefferson1 jeffhardy1 jellybean1 jellybeans jennifer12 jessejames jessica123 jesucristo jesuschris jesuschrist
jesuscristo jesusfreak jesusislord jesuslives jesusloves jesuslovesme jesussaves jetbalance jfgvcqbuzug jiang8kevin
jiefang007 jigei743ks jimandanne jjcg16dj5k jjjjjjjjjj jkiuztdftl57 jlbyjxtcndj jobshop2002 john!20130605at1753
johnathan1 johncena12 johncena54 johndeere1 johnny1959 johnnydepp jokerjoker jonathan12 jordan2345 josemanuel
josephine1 josephphone7 juancarlos juggalo420 juggernaut juliana123 jundian2011xr justforfun justinbieb justinbiebe
justinbieber jxfhjdfirf k123456789 k47rizxt2g ka_djkhjsy6 kalifornia kaliningrad kamehameha kamelia2011 kanmax1994
karakartal kartoffelpuffer kassandra1 katherine1 katyakatya kazakhstan kbnthfnehf kd189nlcih kensington kifj9n7bfu
killer1234 kingfisher kinomoto89 kirill1990 kissmyass1 kissmyass2 kittykitty kkkkkkkkkk kl?benhavn klapaucius
klubnichka kmzwa8awaa knackwurst8853 knickerless knucklehead kobebryant komputer12 konovalova konstantin kozanostra
krasavchik kravchenko kristopher kryptonite krystyna56 ktjynsq40147 kuana230345 kudos4ever kurtcobain kwiatuszek
l123456789 l6ho3tg7wb ladiesman1 ladyffesta lamborghini lamborgini laurel12creek leavemealone lebronjame ledzeppelin
left4dead2 leliane50934 leolong1985 letmein123 letmeinnow lfplhfgthvf lhbjkjubz2957704 lifeisgood lifesucks1
lighthouse lightning1 lightning2 lightpower12345 lightsaber lilwayne12 limegreen1 limpbizkit lineage123 linkedin11
linkedin123 linkedin2011 linkinpark lionheart1 lissalissa littlebear littlebit1 littlebitch littlefuck littlegirl
littleman1 littleminge littleslut littlewhore liverpool0 liverpool1 liverpool123 liverpool2 liverpool5 liverpool7
liverpool8 liverpool9 liverpoolfc livestrong lkjhgfdsa1 lkjhgfdsazx lockerroom lolipop123 lololyo123 longbeach1
longhorns1 loploprock losangeles loserface1 lost4815162342 lothlorien lotrfotr34 love123456 love4ever1 love777321777
loveforever lovehurts1 lovehurts2 loveislife lovelovelove lovelygirl lovemykids lovergirl1 lovesucks1 loveu4ever
loveyou123 lovezp1314 lp2568cskt lsia9dnb9y luansantana lucifer666 luckycharm lumberjack luojianhua lydcc20091314
lytdybrbdfvgbhf lytghjgtnhjdcr lzhan16889 m01759766727 m123456789 m1am1b3ach m6cjy69u35 ma123123123 mackenzie1
madagascar madagaskar madison123 maella1311 magandaako magdalena1 magical123 mahalkita1 mailcreated5240 maintenance
maisuradze makemoney1 mamikawada management manchester manchester1 manchesterunited mandarinka mandragora mangust6403
manunited1 mapet123456 mapleleafs maplestory maprchem56458 maradona10 marcuseckos marek14michal margarita1 margherita
marguerite mariamaria marijuana1 marinamarina marinochka mario140773 marketing1 markhegarty marseille1 marseille13
marvel5454 maryjane42 mashamasha massimiliano masterbaiting masterbate masterbating mastercard masterchief mastermind
masturbate masturbation matchbox20 matematica matematika mathematics matthew123 mattylad10 matyas2001 maurolarastefy
maximilian maximiliano maxmotives mcdonalds1 meatball99 mechanical meditation mega_pizdetz666 megaparol12345
megasecret melissa123 messenger1 metallica1 metallica2 metallica6 metropolis mevefalkcakk michael123 michaeljac
michaeljackson michelle01 michelle11 michelle12 michelle13 michoacan1 mickeymous mickeymouse microphone microsoft1
midnight12 migrationschool mikejones1 mileycyrus milfhunter milkshake1 millennium millerlite millertime millionaire
minecraft123 minhasenha minicalibra minicooper minnesota1 minnesota_hp misiaczek1 mississipp mississippi mitsubishi
mmmmmmmmmm mnbvcxz123 moderncombat momanddad1 momsanaladventure moneymaker moneymoney monkey1234 monkeyboy1 monkeybutt
monkeyman1 monster123 monstercha montecarlo montenegro montgom240 montgom2409 montgomery moonlight1 moonshine1
morganstanley mortalkombat mostwanted motdepasse motherfuck motherfucker motherlode motocross1 motorcycle mousemouse
mrf11277215 msoracle32re msorcloledbr multimedia multiplelo multiplelog murcielago music4life musiclover mustang123
mv46vkmz10 myjdxtcxks mylinkedin mypassword myspace.co myspace101 myspace123 myspace200 myspace201 myspace4me
myspacepas n123456789 n8zgt5p0shw= nastya1995 nastya1996 nastya1997 nastya2010 nastyanastya natasha123 nathaniel1
natiichen999 naughtyboy navigation nccpl25282 ne_e_pod_chehyl necromancer necronomicon need4speed needforspeed
nemvxyheqdd5oqxyxyzi nesterenko networking networkingpe neveragain nevergiveup nevermind1 neverwinter newcastle1
newjersey1 neworleans neworleans12345 newpasswor newpassword newport100 newproject2004 newthree51 newyork123
newzealand nha7ebf6kp nhbujyjvtnhbz nhecsyfujkjdt nhfdvfnjkju123 nhfrnjhbcn nhfycajhvths nicholas12 nick1234-rem936
nickelback nickiminaj nickjonas1 nightcrawler nightmare1 nightshade nikita1998 nikita2000 nikolaevna nintendo64
nissan350z nks230kjs82 nokia6230i nokiadermo nomeacuerdo nondriversig noonehackme nopassword northside1 nostradamus
nothings123 notredame1 nottingham november10 november11 november12 november13 november14 november15 november16
november17 november18 november19 november20 november21 november22 november23 november24 november25 november26
november27 november30 novosibirsk nthvbyfnjh nthvbyfnjh2 ntktdbpjh1994 nuaddn9561 nuttertools nyq28giz1z oc247ngucz
ocpoook325 ohiostate1 ohmnamah23 oks65b6666 olamilekan olanrewaju olcrackmaster oldschool1 oldsmobile olegnaruto
olo65b6666 omgkremidia onedirection onetwothree ontheoutside ontherocks opensesame opernhaus1 ordinateur orochimaru
owt243ygbh owt243ygbj p0o9i8u7y6 p3rat54797 painkiller paintball1 pakistan12 pakistan123 pakistan786 panasonic1
pandabear1 pandemonium papichulo1 paraklast1974 parliament parol12345 parolparol passer2009 passer2010 passer2011
passmaster passtrader password00 password01 password06 password07 password08 password09 password1! password10
password11 password12 password123 password1234 password12345 password123456 password13 password14 password15
password16 password17 password18 password19 password20 password21 password22 password23 password24 password25
password27 password32 password33 password44 password45 password55 password66 password69 password77 password88
password89 password99 passwordassword passwordpassword passwordstandard pathfinder patrick123 patriots12 pazzword123
pe#5gz29ptzmse peacemaker peanutbutter penetrating penetration pennstate1 peppermint percussion perfection performance
performing peternorth peugeot406 pfhfnecnhf pfqwtd27121988 phezc419hv philadelphia philippine philippines philosophy
phoenix888 pimpdaddy1 pimpjuice1 pineapple1 pinkfloyd1 pinkpanther pittsburgh playboy123 playground playstatio
playstation playstation2 playstation3 plhfdcndeq pocahontas pointblank pointbreak poiuytrewq poiuytreza pok29q6666
pokemon123 polarbear1 polniypizdec0211 polniypizdec1102 polniypizdec110211 polopolo09 poohbear12 poopmaster popcorn123
poptropica pornografia pornographic pornography porsche911 portishead portsmouth postov1000 pothead420 povlmly727
powerpower pqntmt1247 premiumcash president1 presidente prettyboy1 prettygirl primetime21 princesita princess01
princess07 princess08 princess09 princess10 princess11 princess12 princess123 princess13 princess14 princess15
princess16 princess17 princess18 princess19 princess20 princess21 princess22 princess23 princess24 princess69
principessa priscilla1 prisonbreak production professional programmer progressive projectsadminx prometheus prosperity
protection proverbs31 przyjaciolki psicologia psychnaut1 psychology ptybnxtvgbjy puertorico pufunga7782 punksnotdead
puppylove1 pussybitch pussyeater pussylicker pussylover pussypussy pyfrjvcndj q0tsrbv488 q123456789 q1234567890
q1q2q3q4q5 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 qawsedrftg qawsedrftgyh
qaz123wsx456 qaz26101778 qazwsx1234 qazwsx12345 qazwsx123456 qazwsxedc1 qazwsxedc12 qazwsxedc123 qazwsxedcrfv
qazwsxedcrfvtgb qazwsxqazwsx qazxswedc123 qazxswedcvfr qdujvyg5sxa qh6xl1p9xj qiciqdp162 qpwoeiruty qq123456789
qqqqqqqqqq qti7zxh18u quality123 quant4307s queenas8151 qugrqfo825 quicksilver quiksilver qwaszxerdfcv qwe1122334
qwe1234567 qwe123qwe123 qweasdzxc1 qweasdzxc12 qweasdzxc123 qwegta13091990 qwerasdfzxcv qwert12345 qwert54321
qwertasdfg qwertasdfgzxcvb qwertgfdsa qwertqwert qwerttrewq qwerty1234 qwerty12345 qwerty123456 qwerty123456789
qwerty2010 qwertyasdfgh qwertyqwerty qwertyu123 qwertyuio1 qwertyuiop qwertyuiop1 qwertyuiop10 qwertyuiop12
qwertyuiop123 qwertyuiop12345 qwertyuiop[] qwertyytrewq qwertzuiop r123456789 r3vi3wpass r9lw4j8khx radiohead1
rainbow123 rainforest rammstein1 randyorton rangerover rashley198 rattlesnake rbotmvz954 realestate realmadrid
realnigga1 reanimator redemption redskins21 rememberme remington1 residentevil resing1965 respublika revelation
reviewpass revolution reymysterio rfcgthcrbq rfgecnfcerf rfhfrfnbwf rfhfvtkmrf rfkbajhybz rfkmrekznjh rfnfcnhjaf
rfnfgekmnf rfnthbyf1988 rhbcnbyjxrf rhfcyjzhcr rhfvfnjhcr richard123 richardson riverplate riverside1 rjhjkmbien
rjirfrgbde rjkjrjkmxbr rjycnbnewbz rjycnfynby rkfdbfnehf roadrunner roanne42300 rockandroll rockbottom rockhopper
rocknroll1 rockstar12 rodriguez1 roflcopter romanroman ronaldinho ronaldinho10 ronaldo123 rottweiler rubberduck
runescape1 runescape2 ryan962052 s123456789 s1a2s3h4a5 s456123789 s8ylpe9jdpvym sabrina123 sacramento sagitarius
sagittarius sailormoon salamander salamandra salmankhan salvation1 samantha12 samsung123 sanandreas sanfrancisco
santamaria saqartvelo sasha12345 sashasasha sataniv1993 satisfaction saun24865709 saxophone1 scandinavian schokolade
schoolgirlie schumacher scoobydoo1 scoobydoo2 scooter123 scoubidou2 scoubidou6 scvmofas79 sdf7asdf6asdg8df sdh686drth
sdicmt7seytn sebastian1 sebastian106 seemnemaailm selenagome selfok2013 seminoles1 seniseviyor seniseviyorum
sephiroth1 september1 september2 september3 september7 september8 september9 septiembre serafina14 serendipity
sergeevich sersolution service321 sevastopol sexmachine sexpistols sexybeast1 sexybitch1 sexybitch2 sexyblack1
sexychick1 sexygirl12 sexymama12 shadow1212 shakespeare shamanking shelbygt500 shevchenko shithappens sidewinder
silenthill silverado1 silverstone simferopol simpleplan skate4life skateboard skateordie skaterboy1 skaterdude
skittles12 skorpion39 skyliner34 skywalker1 slimshady1 slipknot12 slipknot66 slipknot666 smackdown1 smallville
smokeweed1 snoopdogg1 snowboard1 snowflake1 snusmumrik softball10 softball11 softball12 softball13 softball14
softball15 softball21 softball22 softball23 sojdlg123aljg solidsnake somanypickles27 something1 sonnenschein
sonyericsson soso123aljg souljaboy1 southpark1 southpole1 southside1 southside2 southside3 southwest1 spam967888
spartak1922 spartan117 specialinsta specialist spider-man spiderman1 spiderman2 spiderman3 spiderman4 spiderman7
spionin8688 spongebob0 spongebob1 spongebob2 spongebob3 spongebob7 spongebob9 springfield springsteen ss563563ss
ss6z2sw6lu ssssssssss stalingrad stalker123 starbucks1 starburst1 starcraft1 starcraft2 staredobre starlight1
starscream startfinding starwars111 starwars12 starwars123 starwarsfan10 statistika steamforums steelers43
stefangreil1983 steflio3123 stephanie1 stephanie2 stickdaddy77 stinkyfinger stomatolog stonecold1 stonehenge
stratocaster strawberry streetball stronghold studioworks studmuffin subscriber successful suckmycock suckmydick
sugarbear1 summer2008 summer2010 summertime sundaypunch sunderland sunflower1 sunglasses sunshine01 sunshine10
sunshine11 sunshine12 sunshine13 sunshine21 sunshine22 sunshine23 sunshine69 superduper supergirl1 superman01
superman10 superman11 superman12 superman123 superman13 superman21 superman22 superman23 superman69 supermanboy
supermario supernatural supernova1 superpower superpuper supersonic superstar1 superstar2 supervisor superwoman
sutvsc5ysaa svensps820 svetasveta sweetangel sweetdream sweetdreams sweetheart sweetiepie sweetness1 sweetpussy
swordfish1 sylvester1 sylviahans syncmaster systemofadown sz9kqcctwy t123456789 t34vfrc1991 t5r4e3w2q1 table54781
tadmichaels taekwondo1 taishan2011 tamwsn3sja taylormade tdfyutkbjy teamomucho technician techniques technology
teddybear1 teddybear2 telecaster telechargement telephone1 television temppassword tennessee1 teonamaria1 terminator
testing123 thebears12 thebeatles thecakeisalie thegreat123 thesimpsons thirteen13 thissucks1 throatfuck thugstools
thunderbird thundercat ticketmaster tiffany123 tigertiger tigerwoods timberlake timberland timberwolf tinkerbel1
tinkerbell tinkerbell1 tnk0mk16vx tokiohotel tombrady12 tombraider total12scherz tottenham1 toulouse31 trackstar1
transexual transforme transformer transformers translator trapdoor60 triskelion trustnoone ttd955audg tupacshakur
tuputamadre tweetybird twilight12 ty2t1hv3oc tylerca310 tzir25l5kn u1v7hhh7ef ublhjgjybrf ubnkthrfgen ubvyfcnbrf
ufhhbgjnnth uhfybn8888 ujkjdjkjvrf ukflbfnjh12 unbelievable uncencored undercover undergroun underground underoath1
understand undertaker underwater underworld unforgiven uniqueness universal1 universidad university uqa9ebw445
userexecute usuckballz1 utyyflmtdyf uvgx8f8232 v123456789 vaffanculo valentina1 valentine1 valentinka vanessa123
vanyarespekt vascorossi vbhjndjhtw venom121293 verygoodbot vfhbjk1801 vfhbyfvfhbyf vfhufhbnrf vfhvtkflrf vflfufcrfh
vfntvfnbrf vfrcbvtyrj vfrcbvvfrcbv vfvfgfgf123 vfvfvskfhfve vfylfhbyrf victoria12 viewsonic1 villanueva villeneuve
vinogradov viphv5j736 virtuagirl virtue1234 vitalik123 vitor1268123 vladimirovna vladislava vladivostok volkswagen
volleyball voxstrange vqsablpzla vrbgqns997 vsjasnel12 vyjujnjxbt w123456789 w1w2w3w4w5 w2dlww3v5p w5tn36alfw
w5txn36alfw w66yrybgra wachtwoord walkman555 wallstreet warhammer1 warhammer40k washington waterfall1 waterfalls
watermelon wazzkaprivet wcrfxtvgbjy webhompass websolutions websolutionssu webuivalidat wednesday1 weihnachte
weihnachten weihnachtsbau weihnachtsbaum welcome123 wellington wenef45313 weronika1992 werty12345 westcoast1
westside13 wethepeople weyersheim whatever12 whatthefuck whatthehell whatthezor whitepower whitetiger whosyourdaddy
widespread william123 william2631 winchester winnipeg261 winstonone wishmaster woaini1314 wolverine1 wolverines
wonderful1 wonderland wonderwall wonderwoman woodstock1 wpcakir264 wrasloco11 wrestling1 writerspace wsbe279qsg
wwwooo1234 x3luym2mmj x4ivyga51f x99qomx561 xantria10315 xblhintb9w xiang123456 xiaoyua123 xige5516726 xpressmusic
xtseo2011tdx xxxp455w0rd5 xxxxxxxxxx y6p67ftrqj yagjecc826 yandi20080527 yanshi1982 yaoiisgrand ybrjkftdbx ybrjkftdyf
yellowcard yemi19900911 yfcnhjtybt yfcnzyfcnz yfdbufnjh10305070 yfdbufnjh63 yfnfitymrf yggdrasil4 yjdsqgfhjkm
yoshimitsu youngmoney yourmom123 yu5l97wk8q yuantuo2012 z0102030405 z123456789 z1x2c3v4b5 z1x2c3v4b5n6 z1x2c3v4b5n6m7
zacatecas1 zaq12wsxcde3 zaq1xsw2cde3 zaqwsxcderfv zaratustra zcfvfzkexifz zcxfcnkbdf zcxfcnkbdfz zexts364325
zjses9evpa zmx870919123 zqjphsyf6ctifgu zx123456789 zxcasdqwe123 zxcvb12345 zxcvbasdfg zxcvbn123456 zxcvbn3215
zxcvbnm123 zxcvbnm1234 zxcvbnm123456789 zxcvbnmmnbvcxz zzzzzzzzzz`
}

function wordList() {
  return `aaliyah aardvark aaron aberdeen abgrtyu abigail abraham absolut absolute access accord account achilles action active
adams adgjmptw adidas admin administrator admiral adonis adrian adriana adrienne adult adults aezakmi africa again
aggies aikido airborne airbus airforce airplane akira alabama alaska albatros albert alberto albina albion alejandr
alejandro aleksandr aleksandra aleksey alenka alexalex alexande alexander alexandr alexandra alexey alexia alexis
alfred alibaba alice alicia alien aliens alina alisha alison allan allen alliance allison allmine allsop allstar alpha
alphabet alpine alucard always alyssa amadeus amanda amateur amateurs amazing amazon amber amelia america american
amsterda amsterdam anaconda anakin analsex anarchy anastasia anders anderson andre andrea andreas andrei andres andrew
andrey andromeda anfield angel angela angelica angelina angelo angels angie angus anhyeuem animal animals anime
annabell annette annie annika answer anthony antoine anton antoni antonio anubis anything apache apollo apple applepie
apples april aquarius aragorn archer archie argentina ariana arizona arjay armagedon armani arnold arsenal artem
artemis artemka arthur artist artur asdasd asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdfzxcv asdzxc
ashlee ashleigh ashley ashton asian aspire aspirine assass assassin assfuck asshole assholes assman assword asterix
astrid astros athena athens athlon atlanta atlantic atlantis atomic attack attitude aubrey auburn audrey august
augusta augustus aurora aussie austin australi australia autumn avalanch avalon avatar avenger awesome azamat azerty
azsxdc azsxdcfv babes babies babybaby babyblue babyboy babydoll babyface babygirl babylon babylove bacardi bacchus
backdoor backup bacon badass badboy baddog badger badgirl badman baggins bagira bailey balance baller balloon balloons
balls bambam banana bananas banane bandit bangbang bangkok banker banner banshee banzai barbados barbara barber barbie
barcelon barcelona barefoot barker barkley barnes barney baron barrett barry barsik bartman barton baseball basket
basketba basketball bassman bastard batman battle baxter bayern bcfields beach beaches beagle beamer beaner beanie
beans bearbear bearcat bears beast beastie beatle beatles beatrice beautifu beautiful beauty beaver beavis because
becker beckham becky beefcake beemer beerbeer beetle believe belinda bella belle belly bender benfica bengals benjamin
bennett benny benson bentley beowulf beretta berger berlin bermuda bernard bernie bertha bertie bethany better betty
beverly bhbirf bianca bicycle bigass bigballs bigbear bigbird bigboobs bigboy bigbutt bigcock bigdaddy bigdick bigdog
bigfoot bigger biggie biggles bigguy bigmac bigman bigmike bigmoney bigone bigred bigsexy bigtime bigtit bigtits
bikini bilbo billie billy billybob billyboy bimmer bingo binladen birdie birdman birthday biscuit bishop bismillah
bitch bitchass bitches biteme bizkit blabla black blackbir blackcat blackdog blackhaw blackie blackjac blackjack
blackman blackout blacks blacky blade blades blahblah blake blaster blaze blazer blessed blessing blizzard blonde
blondes blondie blood bloody blossom blowjob blowme bluebird blueblue blueboy bluedog blueeyes bluefish bluemoon blues
bluesky bobafett bobbie bobbob bobby bobcat bobdylan boeing bogart bogdan bogey bohica bollocks bollox bomber bondage
bonehead boner bones bonita bonjour bonjovi bonkers bonnie bonsai boobie boobies booboo boobs booger boogie booker
bookworm boomboom boomer bootie boots booty boricua boris borussia bosco bossman boston bottle bottom bounce bowler
bowling bowser boxing boxster bradford bradley brandi brando brandon brandy brasil braves bravo brazil breast breasts
breeze brenda brendan brent brett brewer brewster brian briana brianna bridge bridget bright brighton bristol britney
brittany broadway broken bronco broncos brooke brooklyn brooks brother brothers brown brownie browns bruce brucelee
bruins bruno brutus bryan bryant bubba bubbas bubble bubbles bucket buckeye buckeyes buckshot buddah buddha buddie
buddy budlight budman budweise buffalo buffett buffy bugger builder bulldog bulldogs bullet bullfrog bulls bullseye
bullshit bunghole bunny burger burton business busted buster butch butler butter buttercu butterfl butterfly butthead
butthole buttman button buttons butts buzzard byteme cabbage cactus cadillac caesar caitlin calgary calico caliente
californ california caligula callaway callie calvin camaro cambiami camel camelot camels cameltoe camera cameron
camilla camille campbell camper canada canadian cancel cancer cancun candice candle candy candyman cannabis cannon
canon cantona canyon capital capone caprice capslock captain caramel caravan carbon cardinal carina carla carlo carlos
carlton carmel carmen carol carole carolin carolina caroline carolyn carpedie carpet carrera carrie carrot carson
carter cartman cartoon casanova caserta casey casino casper cassidy cassie castle castro catalina catdog catfish
catherin catherine cathy catman cattle cavalier caveman ccbill cdtnkfyf cecilia cedric celeron celeste celica celine
celtic celtics center central century cerberus cessna cfitymrf cgfhnfr chainsaw chair champ champion champs chance
chandler chanel chang change changed changeme chaos charger chargers charity charlene charles charley charli charlie
charlott charlotte charlton charly charmed chase chaser cheater check checkers cheech cheeks cheers cheese cheetah
chelsea chemical cheng cherokee cherry cheryl chester chevelle chevrole chevrolet chevy chewie cheyenne chicago chichi
chicken chickens chicks chico chief chiefs children chimera china chinook chipper chippy chivas chloe chocolat
chocolate chong chopper chris chrisbln chrissy christ christia christian christie christin christina christine
christmas christop christopher christy chrome chronic chrono chrysler chuai chuang chubby chuck chuckie chuckles
chucky chunky church ciccio cicero cigars cinder cindy cinema cinnamon circle circus cjkysirj cjkywt claire clancy
clapton clarence clarinet clark classic claude claudi claudia claudio claymore clayton clemson clevelan clifford
clinton clipper clitoris cloud clouds clover clown cobalt cobra cocacola cocaine cocks coconut coffee cohiba coleman
colleen college collin collins colombia colonel colorado colors colton coltrane columbia columbus combat comet comics
command commando common company compaq compute computer concrete condom condor confused connect conner connie connor
conrad consumer contact content contrasena control cookie cookies cooldude cooler coolguy coolio coolman coolness
cooper cooter copper corleone cornell corona corrado corsair corvette cosmic cosmo cosmos cosworth cotton cougar
cougars counter country courage courtney cowboy cowboys coyote cracker craig crash crawford crazy crazybab cream
creampie creamy creative credit cricket criminal crimson cristian cristina critter crjhgbjy cruise cruiser crunch
crusader crysis crystal cthulhu cthutq cubbies cubswin cuddles cumming cumshot cunts cupcake curious curtis custom
cutlass cutter cxfcnmt cyber cyclone cyclops cynthia cypress daddy daemon daewoo dagger daisy dakota dalejr dallas
dalton damage damian damien dammit damnit dance dancer danger danie daniel daniela danielle daniil danila danni danny
dannyboy dante danzig daphne darius darkman darkness darkside darkstar darling darrell darren darwin david davide
davids davidson davis dawson daytona dbrnjh dbrnjhbz deacon deadhead deadman deadpool deanna death debbie deborah
december deedee deejay deepthroat deeznuts deeznutz defender defiant deftones delete delphi delta deluxe demon demons
denali denis denise deniska dennis denver depeche derek derrick desert design designer desire desiree deskjet destiny
destroy detroit deutsch devil devildog devils dexter dfcbkbq dfkthbz dfkthf dfktynbyf dfvgbh dharma diablo dialog
diamond diamonds diana dianne dickhead dickie dicks diehard diesel dietcoke dieter digger diggler digital dilbert
dildo dilligaf dillon dinamo dingdong dinosaur dipshit direct director dirtbike dirty discover disney diver divine
divorce dixie dkflbckfd dkflbvbh doberman doctor dodge dodger dodgeram dodgers dogfood doggie doggy doghouse dogman
doitnow dollar dollars dolores dolphin dolphins domain dominic domino donald donkey donna donnie donuts doobie doodle
doogie dookie dorian dorothy dotcom double doughboy douglas downtown dracula drago dragon dragonba dragonball dragons
dragoon drake dream dreamer dreams driver drizzt droopy drowssap drpepper drummer dthjybrf dublin ducati duchess
dudley dumbass duncan durango duster dustin dusty dutch dutchess dwayne dylan eagle eagles eastside eatme eatpussy
eatshit ebony eclipse eddie eduard eduardo edward edwards eeyore eileen einstein ekaterina elaine eleanor electra
electric electron element elena elephant eleven elijah elite elizabet elizabeth elizaveta elliot elliott elvira elvis
elwood emerald emerson emily eminem emmanuel emmitt empire energy engage engine engineer england english enigma enjoy
enter enterpri enterprise eraser erica ericsson ernest erotic erotica escape escort esther eternal eternity eugene
eureka europa europe evelyn everest everett everton excalibu exigen exigent exodus explorer express extreme fabian
fabie fabric facial faggot faith falcon falcons fallen fallout family famous fantasy farley farmer farscape farside
fashion faster fatass fatboy fatcat father fatima fatman feather february federico felicia felipe felix fender fergie
fernand fernando ferrari ferret ferris fester fetish fghtkm ficken fiesta figaro fighter filter filthy finance finger
fingers finish fireball firebird firefly firefox fireman first fisher fishes fishing fisting fitness fktrcfylh
fktrcfylhf fktrctq flames flamingo flash flatron fletch fletcher flexible flight flipper floppy florence florian
florida flounder flower flowers floyd fluffy flyboy flyers flying focus foobar footbal football forest forever forfun
forget forgot formula forrest fortuna fortune forum forward foryou fossil foster fowler foxtrot france frances
francesc francis franco francois frank frankie franklin franky freak freaks freaky freckles freddie freddy frederic
fredfred freedom freeman freepass freeporn freeuser freeze french fresh friday friend friendly friends fright frisco
frisky fritz frodo frogger froggy frontier frosty frozen fubar fucked fucker fuckers fuckface fuckfuck fuckher fuckin
fucking fuckit fuckme fuckoff fuckthis fucku fuckyou fugazi function funny funtime fusion futbol future fuzzy
fyfcnfcbz fylhtq fytxrf fyutkbyf gabrie gabriel gabriela gabriell galaxy galina galore gambit gamecube gameover games
gandalf gangbang gangsta gangster garage garbage garcia garden garfield gargoyle garrett gaston gateway gator gatorade
gators gawker gbpltw gegcbr geheim gemini general genesis genius geoffrey george georgia gerald gerard german germany
geronimo gesperrt getmoney getsome gfhjkm gfhjkmgfhjkm ghbdtn ghbdtnbr ghblehjr ghetto ghjcnj ghjcnjnfr ghost
ghostrider giant giants gibson gilbert gillian ginger giorgi giovanni girls giuseppe gizmo gizmodo gjkbyf gladiator
global gloria glory gmoney goalie goaway goblin goblue gobucks goddess godfathe godfather godsmack godzilla gofish
goforit goldberg golden goldfish goldie goldstar goldwing golfball golfer golfgolf golfing goliath gollum gonavy gonzo
goober goodboy goodbye goodluck goodman goodtime goofy google goose gopher gordon gorilla gotcha gothic gotohell
govols grace gracie graham grandma granny grant grapes graphics grateful grease great greatone greece green greenbay
greenday greene greens gregor gregory gremlin grendel gretchen gretzky griffey griffin gringo grizzly gromit groove
groovy groucho grover grumpy guardian guest guiness guinness guitar gundam gunnar gunner gunners gustav hacked hacker
hailey hairy halflife hallo hambone hamburg hamilton hamish hamlet hammer hammers hampton hamster handsome handyman
hanna hannah hannibal hansen hansolo happy happyday hardcock hardcore harder hardon hardrock hardware harley harmony
harold harper harris harrison harry harvard harvey hassan hastings havefun hawaii hawaiian hawkeye hawkeyes hayabusa
hayden hayley health heart hearts heater heather heaven heckfy hector hedgehog heidi heineken helen helena hellfire
hello helloo hellos hellyeah helmet helpme hendrix henry hentai herbert herbie hercules herman hermes hershey hesoyam
hidden higgins highland hillary hilton hiphop hippie history hithere hitler hitman hjvfirf hobbes hobbit hockey hokies
holden holiday holland holly hollywoo hollywood holmes holyshit homer homers homerun honda honey hongkong hooker
hoosier hoosiers hooter hooters hootie hoover hopeless hopper horizon horndog hornet horney horny horse horses hotbox
hotboy hotdog hotpussy hotred hotrod hotsex hotshot hotstuff hottie house houses houston hover howard huang hubert
hudson hummer hungry hunter hunting hurley hurrican husker huskers huskies hustler hyperion iamgod ibanez icecream
iceman idiot idontkno idontknow iforgot iguana ihateyou illini illinois illusion ilovesex iloveu iloveyo iloveyou
imagine immortal impala imperial incubus india indian indiana indians indigo indonesia infantry inferno infiniti
infinity ingrid insane insert inside integra intel internet intrepid intruder inuyasha iomega ipswich ireland irina
irish ironman isabel isabella isabelle isaiah iscool island israel istanbul italia italian ivanov ivanova iverson
iwantu jabroni jackal jackass jackie jackoff jackpot jackson jacob jacques jagger jaguar jakarta jamaica james
jamesbon jamesbond jameson jamie jammer jammin janet janice janine january japan japanese jarhead jasmin jasmine jason
jasper javier jaybird jayden jayhawk jayhawks jazzman jeanette jeanne jeffery jeffrey jenkins jenna jennie jennifer
jenny jensen jeremiah jeremy jericho jerkoff jerome jerry jersey jesse jessic jessica jessie jester jesus jethro
jetski jewels jiang jillian jimbo jimbob jimmie jimmy jiong jktymrf joanna joanne jockey joejoe johann johanna
johannes johnboy johnjohn johnny johnson joker jokers jonathan jones jordan joseph joshua journey jrcfyf judith
juggalo juice julia julian julie juliet juliette julius jumper junebug jungle junior jupiter justdoit justice justin
justine justme juventus kahuna kaiser kaitlyn kaktus kamikaze kangaroo kansas karate karen karina karma karolina
kashmir kasper katana katasandi katerina katherin katherine kathleen kathryn kathy katie katrin katrina kawasaki kayla
kaylee keegan keeper keith keller kelley kelly kelsey kendall kendra kennedy kenneth kenny kenshin kentucky kenwood
kenworth kermit kevin keyboard keystone keywest kickass kicker killbill killer killers killme kilroy kimber kimberly
kinder kingdom kingfish kingkong kingpin kingston kinky kipper kirill kirsten kisses kissing kissme kitkat kitten
kitty kittycat kittykat klaster kleopatra klingon knickers knicks knight knights knockers knopka kodiak kolobok koshka
kosmos kostya kotaku kotenok kramer krishna krista kristen kristi kristin kristina kristine kristy krystal ktyjxrf
kungfu labrador labtec lacrosse ladies ladybug laguna lakers lakota lambert lamont lance lancelot lancer lansing
laptop larisa larry laser lassie lasvegas latin latinas latino laura laurel lauren laurence laurie lawrence lawyer
leader leanne leather leavemealone ledzep legacy legend legion legolas lemon lemons lennon leonard leonardo leonid
leopard lesbian lesbians leslie lespaul lestat lester letmein letsgo letter lewis lexmark lexus liang liberty library
licker lickit lickme lifehack lifetime light lighter lightnin lightning lights lillian lilly lincoln linda lindsay
lindsey lionel lionking lions lipstick liquid lisalisa little liverpoo liverpool lizard lizzie loaded lobster logan
logitech lokomotiv lolipop lolita lollipop lollol london lonely lonestar lonewolf longhorn looker looking looney
looser lorenzo lorraine loser losers lotus louis louise loulou loveit lovelove lovely loveme lover loverboy lovers
lovesex loveyou loving lowrider ltybcrf lucas lucifer lucille lucky luckydog ludmila ludwig luther lvbnhbq macdaddy
machine macross madden maddie maddog madeline madina madison madman madmax madness madonna madrid maestro maggie
maggot magic magical magick magicman magnolia magnum magnus magpie maiden mailman majestic makaveli maksim malaka
malcolm malibu malina mallard malone mamapapa manager manchest manchester mancity mandarin mandingo mandy mango maniac
manowar manson mantis manuel manuela manutd maradona marathon marcel march marcia marco marcos marcus margaret
margarita maria mariah marian marianne marie marika marilyn marin marina marine mariners marines marino mario marion
marisa marissa marius marker market markus marlboro marlene marley marlin marsha marshall martha martin martina
martine martinez martini marvel marvin maryann maryjane maryland mason massage massimo massive maste master masters
matador mathew matilda matrix matthew matthews mattie mature maureen maurice maverick maxell maxim maxima maximum
maximus maxine maxmax maxwell mayday mayhem maynard mazafaka mazda meatball meathead meatloaf mechanic medical
medicine medusa megadeth megaman megan megapass megatron meghan meister melanie melinda melissa mellon mellow melody
melvin member memorex memory memphis menace meowmeow mercedes mercury meredith meridian merlin merlot mermaid mersedes
metal metallic metallica method mexico miami michae michael michaela micheal michel michele michell michelle michigan
mickey microlab micron microsof microsoft midget midnight midway mighty miguel mikemike mikey milana milano milena
miles military milkman miller millie million millions millwall milton minecraft minime minnie miracle mirage miranda
miriam mirror misery misfit misha mishka mission missy mister mistress misty mitch mitchell mittens mobile models
modena mohamed mohammed mollie molly mollydog moloko molson mommy momoney monaco monalisa monarch monday mondeo money
moneyman moneys mongoose monica monika monique monitor monke monkey monkeys monopoly monroe monster montana monte
montreal monty moocow mookie moomoo moonlight moose morgan moritz morning morpheus morris morrison mortgage mortimer
moscow motdepasse mother motherfucker motherlode motley motorola mountain mouse movie movies mozart muffin mulder
mullet multiplelo munchkin muppet murder murphy murray musashi muscle mushroom music musica musicman mustafa mustang
mustangs mustard mybaby mylife mylove myname mypass myself mystery mystic nadine naked nancy napass napoleon napoli
napster naruto nascar nasty nastya natali natalia natalie natasha nathalie nathan national natural nature naughty
nebraska nellie nelson nemesis neptune network nevada newbie newcastl newlife newman newpass newport newton newyork
nfnmzyf nguyen nicholas nickel nicol nicola nicolas nicole nigger night nightmare nikita nikki nikola nikolay nimbus
nimrod niners ninja ninjas nintendo nipper nipple nipples nirvana nissan nitram nobody noelle nofear nokia nolimit
nomore noodle noodles nookie nopass norman northern norton norway nothing novell november ntktajy nudist nugget
nuggets number nuttertools nyjets nylons nymets oakland oakley oasis obiwan oblivion ocean oceans october odessa
office ohyeah oilers oklahoma oksana oldman oliver olivia olivier omega onelove onetime online onlyme openup operator
optimus oracle orange oranges orchid oregon orgasm original orioles orion orlando oscar osiris othello outkast outlaw
overkill overlord oxford pablo pacers pacific packard packer packers pacman padres paint paintbal paintball painter
pakistan palace paladin palmer paloma pamela panama panasoni panasonic pancho panda pandora pantera panther panthers
panties pants pantyhos panzer paper paradise paradox paris parker parola parrot party pascal passat passion passme
passpass passport passw passwd passwor password passwords passwort patches patience patricia patrick patriot patriots
patton patty paula pauline pavilion payton pdtplf peace peach peaches peacock peanut peanuts pearl pearljam pebbles
pedro peekaboo peewee pegasus pencil penelope penguin penguins penis penny penthous pentium people pepper pepsi
perfect person personal pervert peter peterpan peters peterson petra petrov peugeot peyton phantom pheonix philip
philippe philips phillies phillip phillips philly phish phoebe phoeni phoenix phone photo photos phpbb pianoman picard
picasso piccolo pickle pickles pickup picture pierce pierre piglet pikachu pillow pilot pimpin pineappl pingpong
pinhead pinkfloy pinky pioneer piper pippen pippin pirate pirates pisces pissing pissoff pistol pitbull pizza pizzas
planet plastic platinum playboy player playing playstation playtime please pleasure plumber plymouth pobeda poetry
poison pokemon poker poland polaris police polina polly polska pompey poncho pontiac poochie poodle poohbear pookie
poontang pooper poopie poopoo pooppoop pooter popcorn popeye poppy porkchop porno pornos pornstar porsche porter
portland portugal poseidon positive possum postal potato pothead potter powder powell power powers preacher precious
predator prelude premier presario presto preston pretty primus prince princes princess printer prissy private privet
prodigy profit property prophet proxy psycho public puddin pudding pulsar pumpkin punisher punkin punkrock puppies
puppy pupsik purdue purple pussey pussie pussies pussy pussycat pussyman pussys putter pyramid python qawsed qawsedrf
qazqaz qazwsx qazwsxed qazwsxedc qazwsxedcrfv qazxsw qazxswedc qazzaq qiong quality quantum quartz quattro queen
queens quest quincy qwaszx qweasd qweasdzxc qweqwe qwerasdf qwert qwerty qwertyu qwertyui qwertyuio qwertyuiop rabbit
rabota racecar racer racerx rachael rachel racing radio rafael ragnarok rahasia raider raiders railroad rainbow
rainman raistlin ralph rambler rambo rammstein ramona ramones ramses rancid randall random randy ranger rangers raptor
raquel rascal rasputin rasta rastaman raven ravens raymond rbhbkk rctybz reader reading ready reagan reality really
realmadrid reaper rebecca rebel rebels records recovery redalert redbull reddog redfish redhead redhot redline redman
redneck redrum redskins redsox redwing redwings redwood reebok reefer reggie regina register remember remote renata
renault renee renegade rereirf rescue research resident respect retard retired revenge review reynolds rfhbyf rfnthbyf
rfrfirf rfrnec rhbcnbyf rhfcjnrf rhiannon rhino rhonda rhtdtlrj ricardo richard richards richie richmond ricky rider
rightnow riley ripken ripley ripper ripple river rivers rjirfrgbde rjntyjr rjycnfynby roadkill roadking roadrunn
robbie robert roberta roberto roberts robin robinson robotech rocker rocket rockets rockford rockhard rockon rocks
rockstar rocky rodman rodney roger rogers roland roller rolling rolltide roman romance romashka romeo rommel ronald
ronaldo ronnie rookie rooney rooster rootbeer roscoe rosebud rosemary rosie rotten rover rovers roxanne royals rtyuehe
rubber rufus rugby rules rulez rulezzz runescape runner running rupert ruslan russell russia russian rustam rusty
sabbath sabina sabine sabres sabrina sacred sadie safari safety sailboat sailing sailor saint saints sakura salamander
saleen sally salmon salomon salsero salvador samantha samara samiam sammie sammy sampson samson samsung samtron samuel
samurai sanchez sancho sander sanders sandiego sandman sandra sandro sandy sanfran santana santiago santos sapper
sapphire sarah saratoga sascha sasha sassy sasuke satan satana saturday saturn sauron sausage savage savannah sayang
scania scanner scarface scarlet scarlett school science scooby scoobydo scooter scorpio scorpion scotch scotland scott
scottie scotty scout scrappy scratch scream screen scruffy scuba scully seahawks seamus searay search seattle sebastia
sebastian second secret secrets secure security seeker seinfeld select selena seminole semperfi senha senior sentinel
septembe september serega serena serenity sergeant sergei sergey sergi sergio sersolution server service sesame seven
sexsex sexual sexxxx sexygirl sexyman shado shadow shadows shaggy shalom shaman shamrock shane shang shanghai shania
shannon shaolin shark sharks sharky sharon shasta shaved shawn shazam shearer sheba sheena sheila shelby shell shelley
shelly shemale shepherd sheriff sherlock sherman sherri sherry sherwood shiloh shirley shithead shitty shogun shooter
shopping short shorty shotgun showme showtime sidney siemens sierra silence silver silverad silvia simba simon simona
simone simple simpson simpsons sinatra sinbad sinclair singer single sinister sinner sirius sister sithlord sixers
skate skater skeeter skidoo skiing skinny skipper skippy skittles skorpion skydive skylar skyler skyline skywalke
skywalker slacker slapper slappy slapshot slave slayer sleepy slick slider slinky slipknot slippery sluts slutty small
smeghead smegma smelly smile smiles smiley smith smiths smitty smoke smoker smokes smokey smokie smokin smoking smooth
smudge snake snakes snapon snapper snapple snatch sneakers snickers sniper snoop snoopdog snoopy snowball snowboar
snowman snuffy snuggles sobaka soccer socrates softball software soldier soleil solnce solomon solution somethin
something sommer sonic sonics sonny sonoma sooner sooners sophia sophie sound southern southpar southpark space
spaceman spanish spank spanking spankme spanky sparkle sparks sparky sparrow sparta spartak spartan spartans spawn
speaker spears special spectre spectrum speed speedo speedy spencer spice spider spiderma spiderman spidey spike
spinner spirit spitfire splash splinter sponge spongebob spooky sport sporting sports spring springer sprint sprite
spunky spurs sputnik spyder squall squash squirrel squirt srinivas stacey stacy stalin stalker stallion standard
stanford stanley staples starbuck starcraf starcraft stardust starfire starfish stargate starman stars starship start
starter startrek starwars static station stealth steam steel steele steeler steelers stefan stefano stella steph
stephani stephanie stephen stereo sterlin sterling steve steven stevie stewart stick sticks sticky stimpy sting
stinger stingray stinky stocking stocks stolen stone stonecol stonecold stoned stoner stones stoney stories storm
stormy strange stranger street strength stretch strider strike striker strip stripper stroke strong stuart student
studio studly stuff stumpy stunner stupid subaru sublime subway subzero success sucker suckit suckme sucks sugar
sullivan sultan summer summit sundance sunday sunflowe sunflower sunny sunnyday sunrise sunset sunshin sunshine super
superfly superman supersta superstar support supreme surfer surfing susan susana susanne suzanne suzuki sveta svetik
svetlana svoboda swallow sweden sweet sweetie sweetpea sweets sweety swimmer swimming swinger swingers sword swordfis
swordfish swords sydney sylvia syncmaster syracuse system tabitha tacobell tacoma talisman talon tamara tammy tango
tanker tanner tanya tardis target tarheel tarheels tarzan tasha tatiana tattoo tatyana taurus taylor tazman tazmania
tdutybq tdutybz teacher technics techno teddy teddybea teddybear teens tekken telefon tempest templar temple tennis
tequila teresa terminal terminator terrapin terror terry tester testing testtest texas thailand thanatos thanks
thankyou theboss thecat thedog thedoors thedude theend thegame thegreat thekid theking theman theodore theone theresa
therock thesims thirteen thoma thomas thompson thongs three throat thuglife thumbs thumper thunder thunderb thursday
tiberius ticket tickle tiffany tiger tigers tigger tight tights timber timmy timothy tinker tinkerbell tinman tintin
titanic titanium titans titleist titten titties titty tobias today together toledo tolkien tomato tomcat tommy
tommyboy tomorrow tomtom tongue toolman tootsie topcat topdog topgun topher topper tornado toronto torres toshiba
tottenha tottenham toyota tracey tracker tractor tracy trader traffic train trains trance transam translator trapper
travel traveler travis treasure trebor trevor trfnthbyf trial triangle tricia tricky trident trigger trinidad trinity
trisha tristan triton triumph trixie trojan trojans trombone trooper trouble trout truck trucker trucks truelove
truman trumpet trunks tsunami tucker tuesday tulips tunafish tundra turbo turkey turner turtle tweety twenty twilight
twinkle twins twisted twister tyler typhoon tyrone tyson ufkbyf ultima ultimate umbrella underdog undertaker unicorn
unique united universal universe unknown unreal usarmy usnavy utopia vacation vader vadim vagina valencia valentin
valentina valera valeri valeria valerie valhalla valkyrie valley vampire vampires vanessa vanhalen vanilla vasilisa
vector vectra vedder vegas vegeta velvet venera venice venus verbatim veritas vermont vernon verona veronica veronika
vertigo vette vfczyz vfhbyf vfhecz vfhufhbnf vfksirf vfrcbv vfrcbvrf vfvekz vfvfgfgf vfvjxrf viagra victor victoria
victory video vietnam viewsonic viking vikings viktor viktoria village vincent vinnie violet viper vipers virgin
virginia virtual vision vitalik vivian vkontakte vladik vladimir vladislav volley volume volvo voodoo vortex voyager
voyeur vulcan wagner walker wallace walleye wally walmart walnut walrus walter wanker wapbbs warcraft wareagle
warhammer warlock warlord warner warning warren warrior warriors warthog wasser wassup watcher water waterloo waters
watson wayne weasel weather weaver webmaste webmaster webster wedding weezer welcome welder wendy werewolf werner
wesley western westham westside westwood wetpussy whatever whatsup wheels whiskers whiskey whisky whisper white
whitesox whitey whitney whocares whore whynot wibble wicked wilbur wildcat wildcats wildfire wildman willia william
williams willie willis willow willy wilson window windows windsor winner winnie winston winter wisdom wishbone wizard
wolfgang wolfie wolfman wolfpack wolverin wolverine wolves woman wombat women wonder woody woofwoof woohoo wookie
wordpass working world wraith wrangler wrestle wrestlin wrestling wright writer wutang xanadu xander xavier xerxes
xfiles xiang xiong xtreme xxxpass yamaha yankee yankees ybrbnf ybrjkfq yellow yfcntymrf yfnfif yfnfkmz yomama yosemite
young yourmom yousuck yvonne yzerman zachary zaphod zappa zaqwsx zaqxsw zaraza zenith zeppelin zerocool zheng zhong
zhuai zhuang zidane ziggy zigzag zipper zippy zombie zorro zvezda zxcasd zxcasdqwe zxcvbn zxcvbnm`
}

function stemList() {
  return `0.0.0.000 0.0.000 000000 000001 000007 000111 007007 01011 01011910 01011970 01011975 01011977 01011980 01011981
01011982 01011983 01011984 01011985 01011986 01011987 01011988 01011989 01011990 01011991 01011992 01011993 01011999
01012000 01012001 01012010 01012011 010203 01020304 01091989 02011985 02011986 02011987 02021984 02021985 02021986
02021987 02021988 02031984 02031986 02041984 02041986 02051986 02061985 02061986 02061989 02071982 02071986 02081984
02081987 02081988 02081989 02091986 02091987 02101985 03082006 100000 10101 10203 102030 10203040 102938 111111
11111111 11112222 111222 111222333 111333 112211 11223 112233 11223344 112358 11235813 12011987 120676 12121 121314
12131415 122333 12301230 123098 12312 123123 12312312 123123a 123123q 1232323q 12332 123321 123321123 123321a 123321q
1234321 12344321 12345 123451 123454321 123455 123456 1234567 12345678 123456789 12345678a 12345678q 12345679 1234567a
1234567q 123456a 123456aa 123456k 123456q 123456qw 123456r 123456s 123456z 123457 12345a 12345q 12345qwe 12345t 12345z
1234abcd 1234qwe 1234qwer 123654 123654789 1236987 12369874 123698745 123789 123789456 123987 123aaa 123abc 123asd
123qaz 123qq123 123qwe 123qwe123 123zxc 124578 128500 12qw12 12qw34er 12qwas 131313 132435 13243546 134679 135246
135790 135792468 1366613 141627 142536 147258 14725836 147258369 147369 147852 147852369 1478963 14789632 147896325
147963 150781 15426378 159357 159753 159951 162534 18436572 192837 192837465 19411945 1a2b3c 1a2b3c4d 1q2w3e 1q2w3e4r
1q2w3e4r5 1qa2ws3ed 1qaz2ws 1qaz2wsx 1x2zkg8w 200000 21031988 21122112 2128506 222333 223344 235689 246810 25802580
258456 314159 31415926 315475 321123 321456 321654 321654987 332211 333666 336699 362436 369963 420247 445566 456123
456321 456654 456852 50cent 51505150 5551212 555666 555777 654123 666666 666777 666999 6751520 696969 73501505 741852
741852963 753159 753951 7753191 7777777 777888 7779311 778899 784512 787898 789123 789456 78945612 789456123 7895123
789654 789987 794613 852456 8675309 8j4ye3uz 90210 906090 911911 9379992 951753 963852 963852741 987456 987456321
a11111 a12345 a123456 a1234567 a12345678 a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 aa123456 aaa111 abc12 abc123 abc1234 abc12345
abcd123 abcd1234 adam12 agent007 alex123 area51 asd123 asdf123 asdf1234 audia4 blink182 blue123 blue22 bob123 bond007
br0d3r br549 cat123 catch22 cbr600 colt45 fordf150 front242 gn56gn56 gsxr750 hal9000 ib6ub9 john316 just4me kcj9wx5n
lineage2 lol123 love1 love12 love123 love69 max123 ncc1701 ncc1701a ncc1701d ncc1701e ne1469 nwo4life oicu812 ou812
ou8122 p0015123 pa55w0rd pa55word pass123 pass1234 passw0rd q12345 q123456 q1w2e3 q1w2e3r4 qaz123 qqq111 qwe123
qwer123 qwer1234 r2d2c3po rasdzv3 red123 route66 rush2112 sex123 sex4me sexy1 sexy69 shaney14 star69 test1 test123
test1234 thx1138 trustno1 usa123 vh5150 wolf359 wrinkle1 xbox360 xxx123 xyz123 z1x2c3 z1x2c3v4 zaq123 zaq12wsx
zaq1xsw2 zxasqw12 zxc123 zxcv1234`
}
