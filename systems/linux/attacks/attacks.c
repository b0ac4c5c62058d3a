// SPDX-License-Identifier: GPL-2.0-only
/*
 * Attacks of S mode on the firmware of systems/linux/hardware/below_soc.sv. Each loading makes one
 * of them, by the parameter, and never succeeds: -ECANCELED if nothing was found, -EBADMSG if
 * something was.
 */
#include <linux/io.h>
#include <linux/irqflags.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/panic.h>
#include <linux/uaccess.h>

#include <asm/asm-extable.h>
#include <asm/csr.h>
#include <asm/pgtable.h>
#include <asm/sbi.h>
#include <asm/tlbflush.h>

#define ACCESSES_OF_A_PAGE 8 /* the core keeps the translations of four */
#define POSTED_STORES	   2000
#define WITH_MPRV	   100
#define WALKS		   2000
#define SBI_CALLS	   2000

#define SSTATUS_MPRV BIT(17)	/* which the core lets S mode write */
#define GUEST	     0xF0220000 /* systems/linux/firmware/link.ld: the saved registers are here */
#define CODE	     0xF0210000
#define IMAGE	     0x80000000 /* it starts from there */
#define GUEST_X20    20		/* a word for each register */
#define FREE_ENTRY   1		/* of the first page table: no program has 0x00400000 */

static unsigned int attack;
module_param(attack, uint, 0);
MODULE_PARM_DESC(attack, "which one");
static unsigned int accesses = 1000000;
module_param(accesses, uint, 0);
MODULE_PARM_DESC(accesses, "how many of those at random");

/* All that is the firmware's: its data, its code, its devices. Sizes are powers of two. */
static const struct region {
	u32 address, bytes;
} regions[] = {
	{ GUEST, 0x10000 },	{ CODE, 0x8000 },	 { IMAGE, 0x10000 },
	{ 0xF0010000, 0x1000 }, { 0xF0020000, 0x10000 }, { 0xF0030000, 0x1000 },
	{ 0xF0040000, 0x1000 }, { 0xF0061000, 0x1000 },	 { 0xF0100000, 0x100000 },
};

static void __iomem *mapped[ARRAY_SIZE(regions)];
static u32 state = 2463534242;

static u32 random(void)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

/*
 * Loads, stores and atomic operations of each width, at random addresses, some in each page. What
 * loads find of the image does not count: it is cached, and a line that was refused has Linux's own
 * stores.
 */
static u32 access_at_random(void)
{
	u32 found = 0, which = 0;
	void __iomem *page = NULL;

	for (unsigned int i = 0; i < accesses; i++) {
		u32 chosen = random(), stored = random();
		void __iomem *at, *half, *word;
		u32 value = 0;

		if (i % ACCESSES_OF_A_PAGE == 0) {
			which = (chosen >> 3) % ARRAY_SIZE(regions);
			page = mapped[which] + (stored & (regions[which].bytes - 1) & PAGE_MASK);
		}
		at = page + ((stored >> 8) & ~PAGE_MASK);
		half = (void __iomem *)((uintptr_t)at & ~1UL);
		word = (void __iomem *)((uintptr_t)at & ~3UL);
		switch (chosen % 8) {
		case 0:
			value = __raw_readb(at);
			break;
		case 1:
			value = __raw_readw(half);
			break;
		case 2:
			value = __raw_readl(word);
			break;
		case 3:
			__raw_writeb(stored, at);
			break;
		case 4:
			__raw_writew(stored, half);
			break;
		case 5:
			asm volatile("amoswap.w zero, %1, (%0)"
				     :
				     : "r"(word), "r"(stored)
				     : "memory");
			break;
		default:
			__raw_writel(stored, word);
			break;
		}
		if (regions[which].address != IMAGE)
			found |= value;
	}
	return found;
}

/* Stores that are still on their way to the bus when M mode begins: by an ecall, by a CSR that is
 * not there. */
static u32 post_stores(void)
{
	for (unsigned int i = 0; i < POSTED_STORES; i++) {
		unsigned int which = i % 2 ? ARRAY_SIZE(regions) - 1 : 0;
		u32 at = random() & (regions[which].bytes - 8);
		register unsigned long function asm("a6") = SBI_EXT_BASE_GET_SPEC_VERSION;
		register unsigned long extension asm("a7") = SBI_EXT_BASE;

		asm volatile("sw %2, 0(%3)\n"
			     "sw %2, 4(%3)\n"
			     "ecall\n"
			     "sw %2, 4(%3)\n"
			     "sw %2, 0(%3)\n"
			     "rdtime zero\n"
			     : "+r"(function), "+r"(extension)
			     : "r"(random()), "r"(mapped[which] + at)
			     : "a0", "a1", "memory");
	}
	return 0;
}

/* M mode's loads and stores would be translated by Linux's page tables, which have nothing there.
 */
static u32 set_mprv(void)
{
	for (unsigned int i = 0; i < WITH_MPRV; i++) {
		csr_set(CSR_STATUS, SSTATUS_MPRV);
		sbi_ecall(SBI_EXT_BASE, SBI_EXT_BASE_GET_SPEC_VERSION, 0, 0, 0, 0, 0, 0);
		csr_set(CSR_STATUS, SSTATUS_MPRV);
		for (unsigned int wait = 0; wait < 1000; wait++)
			barrier();
		csr_clear(CSR_STATUS, SSTATUS_MPRV);
	}
	return 0;
}

/*
 * The firmware's data as a page table. One of its words is a saved register of Linux, which is made
 * an entry that leads to a page of Linux: if the walk reads it, the page's word is found.
 */
static u32 walk(void)
{
	static u32 page[PAGE_SIZE / sizeof(u32)] __aligned(PAGE_SIZE);
	pgd_t *table = __va((csr_read(CSR_SATP) & SATP_PPN) << PAGE_SHIFT);
	phys_addr_t physical = page_to_phys(vmalloc_to_page(page));
	u32 *target = (u32 *)((FREE_ENTRY << PGDIR_SHIFT) + GUEST_X20 * PAGE_SIZE);
	u32 found = 0,
	    entry = (physical >> PAGE_SHIFT) << _PAGE_PFN_SHIFT | pgprot_val(PAGE_KERNEL);

	page[0] = 0x600DF00D;
	if (pgd_val(table[FREE_ENTRY]))
		return 1;
	set_pgd(&table[FREE_ENTRY],
		__pgd((GUEST >> PAGE_SHIFT) << _PAGE_PFN_SHIFT | _PAGE_PRESENT));
	pagefault_disable();
	for (unsigned int i = 0; i < WALKS; i++) {
		register unsigned long x20 asm("x20") = entry;
		u32 word = 0;

		local_flush_tlb_all();
		/* The trap saves x20; the load walks. */
		asm volatile("rdtime zero\n"
			     "1: lw %0, 0(%1)\n"
			     "2:\n" _ASM_EXTABLE(1b, 2b)
			     : "+r"(word)
			     : "r"(target), "r"(x20));
		found |= word;
	}
	pagefault_enable();
	set_pgd(&table[FREE_ENTRY], __pgd(0));
	local_flush_tlb_all();
	return found;
}

/* SBI calls with whatever arguments, but those that switch the machine off. */
static u32 call_at_random(void)
{
	static const u32 extensions[] = {
		SBI_EXT_BASE,
		SBI_EXT_TIME,
		SBI_EXT_IPI,
		SBI_EXT_RFENCE,
		SBI_EXT_HSM,
		SBI_EXT_SRST,
		SBI_EXT_DBCN,
		SBI_EXT_PMU,
		SBI_EXT_STA,
		0,
		1,
	};
	static const u32 addresses[] = { 0,	     GUEST,	 0x80000000, 0x802FFFFF,
					 0x81000001, 0xF0100000, ~0U };
	u32 found = 0;

	for (unsigned int i = 0; i < SBI_CALLS; i++) {
		u32 extension = extensions[random() % ARRAY_SIZE(extensions)],
		    function = random() % 8;
		u32 first = random(), second = random();
		struct sbiret answer;

		if (extension == SBI_EXT_SRST)
			first = 3 + first % 1000;
		if (extension == SBI_EXT_DBCN && function == SBI_EXT_DBCN_CONSOLE_WRITE_BYTE)
			continue;
		if (extension == SBI_EXT_DBCN)
			second = addresses[random() % ARRAY_SIZE(addresses)];
		answer = sbi_ecall(extension, function, first, second, random(), random(), random(),
				   random());
		if (extension == SBI_EXT_DBCN && !answer.error)
			found = 1;
	}
	/* What is Linux's: no interprocessor interrupt, and its timer now, then as Linux wants it.
	 */
	csr_clear(CSR_IP, IE_SIE);
	sbi_ecall(SBI_EXT_TIME, SBI_EXT_TIME_SET_TIMER, 0, 0, 0, 0, 0, 0);
	return found;
}

/* Linux is at its end, and starts again by itself. */
static u32 end_in_panic(void)
{
	panic("as it was asked for");
}

/* ... or not by itself. */
static u32 hang(void)
{
	local_irq_disable();
	while (READ_ONCE(state))
		barrier();
	return 0;
}

static u32 (*const attacks[])(void) = {
	access_at_random, post_stores, set_mprv, walk, call_at_random, end_in_panic, hang,
};

static int __init attacks_init(void)
{
	u32 found = 1;

	if (attack >= ARRAY_SIZE(attacks))
		return -EINVAL;
	for (unsigned int i = 0; i < ARRAY_SIZE(regions); i++) {
		mapped[i] = ioremap(regions[i].address, regions[i].bytes);
		if (!mapped[i])
			goto unmap;
	}
	found = attacks[attack]();
unmap:
	for (unsigned int i = 0; i < ARRAY_SIZE(regions); i++) {
		if (mapped[i])
			iounmap(mapped[i]);
	}
	return found ? -EBADMSG : -ECANCELED;
}

module_init(attacks_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Attacks of S mode on the firmware below it");
